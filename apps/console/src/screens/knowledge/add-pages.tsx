import { useState } from 'react'
import { wordsOf } from '../../app/split-text.ts'
import { LongTextField, SelectField, TextField } from '../../components/field/field.tsx'
import { FormDialog } from '../../components/form-dialog/form-dialog.tsx'
import { checkUrls } from './check-files.ts'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'
import type { NewPages } from './use-add-sources.ts'

const recrawls = { never: undefined, daily: 24, weekly: 7 * 24, monthly: 30 * 24 } as const

type Props = { knownUrls: ReadonlySet<string>; onAdd: (pages: NewPages[]) => void; onClose: () => void }

/** Adds web pages: each line has a verdict before anything is sent. */
export function AddPages({ knownUrls, onAdd, onClose }: Props) {
  const texts = useTexts()
  const [text, setText] = useState('')
  const [recrawl, setRecrawl] = useState<keyof typeof recrawls>('never')
  const { urls, known, wrong } = checkUrls(text, knownUrls)
  const add = (given: FormData) => {
    const every = recrawls[recrawl]
    const maxPages = Number(given.get('maxPages'))
    const tags = wordsOf(String(given.get('tags')))
    onAdd(urls.map((url) => ({ url, maxPages, tags, ...(every && { recrawlEveryHours: every }) })))
  }
  return (
    <FormDialog
      title={texts.addUrls}
      submit={texts.add}
      isDisabled={urls.length === 0}
      onSubmit={add}
      onClose={onClose}
    >
      <LongTextField label={texts.urlsLabel} rows={6} value={text} onChange={setText} />
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
      <TextField
        label={texts.pages.max}
        hint={texts.pages.maxHint}
        name="maxPages"
        type="number"
        required
        min={1}
        max={100}
        defaultValue={1}
      />
      <SelectField
        label={texts.pages.recrawl}
        value={recrawl}
        choices={Object.entries(texts.pages.every)}
        onChange={setRecrawl}
      />
      <TextField label={texts.write.tags} hint={texts.write.tagsHint} name="tags" />
    </FormDialog>
  )
}
