import { Link } from '@tanstack/react-router'
import table from '../../components/data-table/data-table.module.css'
import { RelativeTime } from '../../components/relative-time/relative-time.tsx'
import styles from './contacts.module.css'
import { useContactTexts } from './texts.ts'
import { type Contact, nameOf } from './use-contacts.ts'

type Props = {
  contacts: readonly Contact[]
  isBusy: boolean
  /** Without it, nothing can be chosen. */
  chosen: ReadonlySet<string> | undefined
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** Contacts, one a row, and a box to choose it. */
export function ContactTable({ contacts, isBusy, chosen, onChoose }: Props) {
  const texts = useContactTexts()
  const areAllChosen = chosen !== undefined && contacts.every(({ id }) => chosen.has(id))
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) isChosen ? next.add(id) : next.delete(id)
    onChoose(next)
  }
  return (
    <section className={table.scroll} aria-label={texts.title}>
      <table className={table.table} aria-busy={isBusy}>
        <thead>
          <tr>
            {chosen && (
              <td>
                <input
                  type="checkbox"
                  className={styles.box}
                  aria-label={texts.chooseAll}
                  checked={areAllChosen}
                  onChange={({ target }) =>
                    choose(
                      contacts.map(({ id }) => id),
                      target.checked,
                    )
                  }
                />
              </td>
            )}
            <th scope="col">{texts.fields.name}</th>
            <th scope="col">{texts.fields.email}</th>
            <th scope="col">{texts.fields.phone}</th>
            <th scope="col">{texts.fields.tags}</th>
            <th scope="col">{texts.updated}</th>
          </tr>
        </thead>
        <tbody>
          {contacts.map((contact) => (
            <tr key={contact.id}>
              {chosen && (
                <td>
                  <input
                    type="checkbox"
                    className={styles.box}
                    aria-label={texts.choose(nameOf(contact))}
                    checked={chosen.has(contact.id)}
                    onChange={({ target }) => choose([contact.id], target.checked)}
                  />
                </td>
              )}
              <th scope="row" dir="auto">
                <Link to="/contacts/$contact" params={{ contact: contact.id }}>
                  {nameOf(contact)}
                </Link>
                {contact.blocked && <span className={styles.blocked}>{texts.blocked}</span>}
              </th>
              <td>{contact.email}</td>
              <td>{contact.phone}</td>
              <td dir="auto">{contact.tags.join(', ')}</td>
              <td>
                <RelativeTime at={contact.updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
