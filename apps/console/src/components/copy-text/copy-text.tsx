import { useId, useRef, useState } from 'react'
import { useMessages } from '../../app/language.tsx'
import { Button } from '../button/button.tsx'
import styles from './copy-text.module.css'

type Props = { label: string; text: string }

/** A text to take along, such as a link or a key, with a button that copies it. */
export function CopyText({ label, text }: Props) {
  const messages = useMessages()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const onCopy = async () => {
    input.current?.select()
    // Without a secure context there is no clipboard: the text is selected, and the keyboard copies it.
    if (!navigator.clipboard) return
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className={styles.copy}>
      <label htmlFor={id}>{label}</label>
      <span>
        <input ref={input} id={id} readOnly value={text} onFocus={(event) => event.target.select()} />
        <Button onClick={() => void onCopy()}>{messages.copy}</Button>
      </span>
      <span role="status" className="visually-hidden">
        {isCopied ? messages.copied : ''}
      </span>
      {isCopied && (
        <span aria-hidden="true" className={styles.copied}>
          ✓ {messages.copied}
        </span>
      )}
    </div>
  )
}
