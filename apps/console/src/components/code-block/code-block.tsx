import { useState } from 'react'
import { useMessages } from '../../app/language.tsx'
import { Button } from '../button/button.tsx'
import styles from './code-block.module.css'

type Props = { label: string; code: string }

/** Lines of code to take along, with a button that copies them. */
export function CodeBlock({ label, code }: Props) {
  const messages = useMessages()
  const [isCopied, setCopied] = useState(false)
  const onCopy = async () => {
    await navigator.clipboard.writeText(code)
    setCopied(true)
  }
  return (
    <figure className={styles.block}>
      <figcaption>
        <span>{label}</span>
        <span role="status">{isCopied && `✓ ${messages.copied}`}</span>
        {/* Without a secure context there is no clipboard: the lines are selected as a whole by one click. */}
        {navigator.clipboard && <Button onClick={() => void onCopy()}>{messages.copy}</Button>}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section tabIndex={0} aria-label={label}>
        <pre dir="ltr">
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  )
}
