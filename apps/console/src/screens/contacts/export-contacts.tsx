import { useState } from 'react'
import { useMessages } from '../../app/language.tsx'
import { wordsOf } from '../../app/split-text.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Select } from '../../components/select/select.tsx'
import styles from './contacts.module.css'
import { useContactTexts } from './texts.ts'
import type { ContactSearch } from './use-contacts.ts'

const fields = ['id', 'name', 'email', 'phone', 'externalId', 'tags', 'createdAt', 'updatedAt'] as const
const atFirst = ['name', 'email', 'phone', 'tags']

/** Chooses the fields and the format of a file with every contact that the search finds. */
export function ExportContacts({ search, onClose }: { search: ContactSearch; onClose: () => void }) {
  const messages = useMessages()
  const texts = useContactTexts()
  const [chosen, setChosen] = useState<readonly string[]>(atFirst)
  const [attributes, setAttributes] = useState('')
  const [format, setFormat] = useState<'csv' | 'json'>('csv')
  const own = wordsOf(attributes)
  const query = new URLSearchParams({
    ...search,
    format,
    fields: [...fields.filter((field) => chosen.includes(field)), ...own.map((name) => `attributes.${name}`)].join(','),
  })
  const hasFields = chosen.length + own.length > 0
  return (
    <Dialog title={texts.exportTitle} onClose={onClose}>
      <div className={styles.form}>
        <fieldset>
          <legend>{texts.exportFields}</legend>
          {fields.map((field) => (
            <label key={field} className={styles.check}>
              <input
                type="checkbox"
                checked={chosen.includes(field)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, field] : chosen.filter((each) => each !== field))
                }
              />
              {texts.fields[field]}
            </label>
          ))}
        </fieldset>
        <label>
          {texts.attributes}
          <input value={attributes} onChange={(event) => setAttributes(event.target.value)} />
        </label>
        <label>
          {texts.format}
          <Select
            value={format}
            choices={[
              ['csv', 'CSV'],
              ['json', 'JSON'],
            ]}
            onChange={setFormat}
          />
        </label>
        <span className={styles.actions}>
          {hasFields && (
            <a className={styles.link} href={`/api/contacts/export?${query}`} download={`contacts.${format}`}>
              {texts.download}
            </a>
          )}
          <Button onClick={onClose}>{messages.cancel}</Button>
        </span>
      </div>
    </Dialog>
  )
}
