import { useMessages } from '../../../app/language.tsx'
import styles from './pending-rows.module.css'

const rows = [0, 1, 2, 3, 4, 5, 6, 7]

/** Where rows will be: grey ones, which show when reading takes longer than people notice. */
export function PendingRows() {
  const messages = useMessages()
  return (
    <div className={styles.pending}>
      <span role="status" className="visually-hidden">
        {messages.loading}
      </span>
      {rows.map((row) => (
        <div key={row} className={styles.row} aria-hidden="true" />
      ))}
    </div>
  )
}
