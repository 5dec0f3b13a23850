import { readCsv } from '@frontdesk/text-files'

/** A question and the source that answers it: an id, a title, or the name of a file. */
export type TuningQuestion = { question: string; source: string }

/**
 * Reads questions from CSV (a header with `question` and `source`) or from JSON lines with these fields. Throws an Error that
 * names the line.
 */
export function readQuestions(filename: string, text: string): TuningQuestion[] {
  const rows = /\.jsonl?$|\.ndjson$/i.test(filename) ? readJsonLines(text) : readTable(text)
  if (rows.length === 0) throw new Error('the file contains no questions')
  return rows.map(({ line, value }) => {
    const { question, source } = value
    if (typeof question !== 'string' || typeof source !== 'string' || question.trim() === '' || source.trim() === '')
      throw new Error(`line ${line}: a question and a source are needed`)
    return { question, source }
  })
}

type Row = { line: number; value: Record<string, unknown> }

function readJsonLines(text: string): Row[] {
  return text.split('\n').flatMap((each, i): Row[] => {
    if (each.trim() === '') return []
    try {
      const value: unknown = JSON.parse(each)
      if (typeof value === 'object' && value !== null) return [{ line: i + 1, value: value as Record<string, unknown> }]
    } catch {
      // Said below, for both.
    }
    throw new Error(`line ${i + 1}: it is not a JSON object`)
  })
}

function readTable(text: string): Row[] {
  const [header = [], ...rows] = readCsv(text)
  const [question, source] = ['question', 'source'].map((name) =>
    header.findIndex((each) => each.trim().toLowerCase() === name),
  ) as [number, number]
  if (question < 0 || source < 0) throw new Error('its first line must name the columns `question` and `source`')
  return rows
    .map((cells, i) => ({ line: i + 2, value: { question: cells[question] ?? '', source: cells[source] ?? '' } }))
    .filter(({ value }) => value.question !== '' || value.source !== '')
}
