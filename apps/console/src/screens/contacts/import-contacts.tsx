import type { Schemas } from '@frontdesk/client'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useLanguage, useMessages } from '../../app/language.tsx'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { charsetSamples } from './charset-samples.ts'
import styles from './contacts.module.css'
import { guessMapping } from './guess-mapping.ts'
import { ImportMapping } from './import-mapping.tsx'
import { ImportReport, useImport } from './import-report.tsx'
import { maxRows, readRows } from './read-rows.ts'
import { useContactTexts } from './texts.ts'

type Chosen = { file: File; header: string[]; rows: string[][]; encoding?: string | undefined }
/** A file that doesn't tell what it is in. */
type Doubtful = { file: File; samples: ReturnType<typeof charsetSamples> }
type OnDuplicate = Schemas['DuplicateContactRule']

const steps = ['file', 'columns', 'dryRun', 'done'] as const

/** The four steps of an import. Nothing is written before the fourth, which has an address of its own. */
export function ImportContacts() {
  const messages = useMessages()
  const { language } = useLanguage()
  const texts = useContactTexts()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Chosen>()
  const [mapping, setMapping] = useState<Record<string, string>>({})
  const [onDuplicate, setOnDuplicate] = useState<OnDuplicate>('skip')
  const [dryRunId, setDryRunId] = useState<string>()
  const { attempt, problem, isBusy } = useAttempt()
  const [fault, setFault] = useState<string>()
  const [doubtful, setDoubtful] = useState<Doubtful>()
  const dryRun = useImport(dryRunId)
  const step = dryRunId !== undefined ? 'dryRun' : chosen ? 'columns' : 'file'

  const choose = async (file: File | undefined, encoding?: string) => {
    if (!file) return
    setFault(undefined)
    setDoubtful(undefined)
    let read: ReturnType<typeof readRows>
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const samples = encoding === undefined ? charsetSamples(bytes) : []
      if (samples.length > 0) return setDoubtful({ file, samples })
      read = readRows(bytes, encoding)
    } catch {
      return setFault(texts.unreadable)
    }
    const { header, rows } = read
    if (rows.length === 0) return setFault(texts.noRows)
    if (rows.length > maxRows) return setFault(texts.tooManyRows(maxRows.toLocaleString(language)))
    setChosen({ file, header, rows, encoding })
    setMapping(guessMapping(header))
  }
  const start = (isDryRun: boolean) => {
    if (!chosen) return
    attempt(async () => {
      const form = {
        file: chosen.file,
        mapping: JSON.stringify(mapping),
        onDuplicate,
        dryRun: isDryRun ? ('true' as const) : ('false' as const),
        ...(chosen.encoding !== undefined && { encoding: chosen.encoding }),
      }
      const { jobId } = await client.post('/api/contacts/import', { form })
      if (isDryRun) setDryRunId(jobId)
      else await navigate({ to: '/contacts/import/$import', params: { import: jobId } })
    })
  }
  return (
    <main className={styles.contacts}>
      <p>
        <Link to="/contacts">{texts.back}</Link>
      </p>
      <h1>{texts.importTitle}</h1>
      <ol className={styles.steps}>
        {steps.map((each) => (
          <li key={each} aria-current={each === step ? 'step' : undefined}>
            {texts.steps[each]}
          </li>
        ))}
      </ol>
      {step === 'file' && (
        <div className={styles.form}>
          <label>
            {texts.chooseFile}
            <input type="file" accept=".csv,text/csv" onChange={(event) => void choose(event.target.files?.[0])} />
          </label>
          <p className={styles.note}>{texts.fileHint(maxRows.toLocaleString(language))}</p>
          {doubtful && (
            <label>
              {texts.chooseCharset}
              <select defaultValue="" onChange={(event) => void choose(doubtful.file, event.target.value)}>
                <option value="" disabled>
                  {doubtful.file.name}
                </option>
                {doubtful.samples.map(({ encoding, sample }) => (
                  <option key={encoding} value={encoding}>
                    {`${sample} (${encoding})`}
                  </option>
                ))}
              </select>
            </label>
          )}
          {fault && <p role="alert">{fault}</p>}
        </div>
      )}
      {step === 'columns' && chosen && (
        <>
          <p>{texts.rowsIn(chosen.file.name, chosen.rows.length.toLocaleString(language))}</p>
          <ImportMapping header={chosen.header} rows={chosen.rows} mapping={mapping} onChange={setMapping} />
          <fieldset className={styles.choices}>
            <legend>{texts.onDuplicate}</legend>
            {(['skip', 'update', 'create'] as const).map((rule) => (
              <label key={rule} className={styles.check}>
                <input
                  type="radio"
                  name="on-duplicate"
                  checked={onDuplicate === rule}
                  onChange={() => setOnDuplicate(rule)}
                />
                {texts.duplicateRules[rule]}
              </label>
            ))}
          </fieldset>
        </>
      )}
      {step === 'dryRun' && <ImportReport job={dryRun} />}
      <ProblemNotice error={problem} />
      <div className={styles.actions}>
        {step === 'columns' && (
          <>
            <Button look="primary" disabled={isBusy || Object.keys(mapping).length === 0} onClick={() => start(true)}>
              {texts.check}
            </Button>
            <Button onClick={() => setChosen(undefined)}>{texts.otherFile}</Button>
          </>
        )}
        {step === 'dryRun' && (
          <>
            <Button
              look="primary"
              disabled={isBusy || dryRun.data?.state !== 'finished' || dryRun.data.error !== undefined}
              onClick={() => start(false)}
            >
              {texts.startImport}
            </Button>
            <Button onClick={() => setDryRunId(undefined)}>{texts.backToColumns}</Button>
          </>
        )}
        <Link className={styles.link} to="/contacts">
          {messages.cancel}
        </Link>
      </div>
    </main>
  )
}
