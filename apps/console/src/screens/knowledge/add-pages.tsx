import { useState } from 'react'
import { useMessages } from '../../app/language.tsx'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Field } from '../../components/field/field.tsx'
import { checkUrls } from './check-files.ts'
import styles from './knowledge.module.css'
import { tagsOf } from './tags-of.ts'
import { useTexts } from './texts.ts'
import type { NewPages } from './use-add-sources.ts'

const recrawls = { never: undefined, daily: 24, weekly: 7 * 24, monthly: 30 * 24 } as const

type Props = { knownUrls: ReadonlySet<string>; onAdd: (pages: NewPages[]) => void; onClose: () => void }

/** Adds web pages: each line has a verdict before anything is sent. */
export function AddPages({ knownUrls, onAdd, onClose }: Props) {
  const texts = useTexts()
  const messages = useMessages()
  const [text, setText] = useState('')
  const [recrawl, setRecrawl] = useState<keyof typeof recrawls>('never')
  const { urls, known, wrong } = checkUrls(text, knownUrls)
  return (
    <Dialog title={texts.addUrls} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const every = recrawls[recrawl]
          const maxPages = Number(form.get('maxPages'))
          const tags = tagsOf(String(form.get('tags')))
          onAdd(urls.map((url) => ({ url, maxPages, tags, ...(every && { recrawlEveryHours: every }) })))
          onClose()
        }}
      >
        <Field label={texts.urlsLabel}>
          {(field) => <textarea {...field} rows={6} value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
        <div role="status">
          <ul className={styles.verdicts}>
            {urls.length > 0 && <li data-status="Ready">{texts.pages.ready(urls.length)}</li>}
            {known.map((url) => (
              <li key={url} data-status="Processing">
                {texts.pages.known(url)}
              </li>
            ))}
            {wrong.map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal
              <li key={i} data-status="Failed">
                {texts.notUrl(line)}
              </li>
            ))}
          </ul>
        </div>
        <Field label={texts.pages.max} hint={texts.pages.maxHint}>
          {(field) => <input {...field} name="maxPages" type="number" required min={1} max={100} defaultValue={1} />}
        </Field>
        <Field label={texts.pages.recrawl}>
          {(field) => (
            <select
              {...field}
              value={recrawl}
              onChange={(event) => setRecrawl(event.target.value as keyof typeof recrawls)}
            >
              {(Object.keys(recrawls) as (keyof typeof recrawls)[]).map((each) => (
                <option key={each} value={each}>
                  {texts.pages.every[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={texts.write.tags} hint={texts.write.tagsHint}>
          {(field) => <input {...field} name="tags" dir="auto" />}
        </Field>
        <span className={styles.buttons}>
          <Button type="submit" look="primary" disabled={urls.length === 0}>
            {texts.add}
          </Button>
          <Button onClick={onClose}>{messages.cancel}</Button>
        </span>
      </form>
    </Dialog>
  )
}
