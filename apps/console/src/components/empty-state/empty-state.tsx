import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** One sentence on what is not there, and what can be done about it. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {children}
    </div>
  )
}
