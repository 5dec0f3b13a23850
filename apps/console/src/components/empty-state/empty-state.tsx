import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type Props = {
  text: string
  /** `alert` is read out at once: in place of what the reader opened. */
  role?: 'alert'
  children?: ReactNode
}

/** One sentence on what is not there, and what can be done about it. */
export function EmptyState({ text, role, children }: Props) {
  return (
    <div className={styles.empty}>
      <p role={role}>{text}</p>
      {children}
    </div>
  )
}
