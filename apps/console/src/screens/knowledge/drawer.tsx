import { type ReactNode, useEffect, useRef } from 'react'
import { useKeys } from '../../app/keys.ts'
import { useMessages } from '../../app/language.tsx'
import { Button } from '../../components/button/button.tsx'
import styles from './knowledge.module.css'

type Props = { title: string; onClose: () => void; head?: ReactNode; children: ReactNode }

/** What is open beside the table. It has the focus when it opens; Escape closes it. */
export function Drawer({ title, onClose, head, children }: Props) {
  const messages = useMessages()
  const region = useRef<HTMLElement>(null)
  useKeys({ back: onClose })
  useEffect(() => region.current?.focus({ preventScroll: true }), [])
  return (
    <section ref={region} tabIndex={-1} className={styles.drawer} aria-label={title}>
      <header className={styles.drawerHead}>
        {head ?? <h2>{title}</h2>}
        <Button look="quiet" shortcut="back" onClick={onClose}>
          {messages.close}
        </Button>
      </header>
      {children}
    </section>
  )
}
