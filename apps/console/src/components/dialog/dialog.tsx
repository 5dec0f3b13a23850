import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useKeys } from '../../app/keys.ts'
import styles from './dialog.module.css'

/** A modal dialog of the platform: focus stays in it, Escape closes it, and goes back to where it came from. */
export function Dialog({ title, onClose, children }: { title: string; onClose?: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // Closed while it is still on the page: one that is only removed gives the focus back to nothing.
    return () => opened?.close()
  }, [])
  useKeys({}, true)
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 className={styles.title}>{title}</h2>
      {children}
    </dialog>
  )
}
