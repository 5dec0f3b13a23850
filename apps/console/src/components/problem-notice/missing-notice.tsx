import { useState } from 'react'
import { useMessages } from '../../app/language.tsx'
import styles from './problem-notice.module.css'

type Props = {
  /** What the address names; nothing is said while it names nothing. */
  id: string | undefined
  /** Whether it is in the list; undefined while that is not known. */
  isThere: boolean | undefined
}

/** Above a list: that it does not have, or not any more, what the address names. */
export function MissingNotice({ id, isThere }: Props) {
  const messages = useMessages()
  const [seen, setSeen] = useState<string>()
  if (isThere && seen !== id) setSeen(id)
  if (id === undefined || isThere !== false) return null
  return (
    <div className={styles.notice}>
      <p role="alert">{seen === id ? messages.gone : messages.problems.not_found}</p>
    </div>
  )
}
