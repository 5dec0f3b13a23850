import { useState } from 'react'
import { noteSignedOut } from '../../app/query-client.ts'
import { saveFile } from '../../app/save-file.ts'
import { Button } from '../../components/button/button.tsx'
import { csvOf } from './csv-of.ts'
import { useAnalyticsTexts } from './texts.ts'

type Records = readonly Record<string, unknown>[]
type Props = {
  /** Without its ending. */
  file: string
  fields: readonly string[]
  /** All of them, which may have to be read first. */
  records: () => Records | Promise<Records>
  /** What the table is called, where there are several. */
  of?: string
  isDisabled?: boolean
  onProblem?: (problem: unknown) => void
}

/** Saves a table as CSV. */
export function CsvButton({ file, fields, records, of, isDisabled = false, onProblem }: Props) {
  const texts = useAnalyticsTexts()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    onProblem?.(undefined)
    try {
      saveFile(new Blob([csvOf(fields, await records())], { type: 'text/csv' }), `${file}.csv`)
    } catch (problem) {
      noteSignedOut(problem)
      onProblem?.(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      {...(of !== undefined && { look: 'quiet' as const, 'aria-label': `${texts.csv}: ${of}`, title: texts.csv })}
      disabled={isDisabled || isBusy}
      onClick={() => void save()}
    >
      {of === undefined ? texts.csv : texts.shortCsv}
    </Button>
  )
}
