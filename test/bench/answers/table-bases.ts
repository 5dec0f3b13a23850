import type { IndexedChunk } from '@frontdesk/chunk-index'
import { splitIntoChunks } from '../../../services/ingest/src/chunks/split-into-chunks.ts'
import { extract } from '../../../services/ingest/testing/extract.ts'

import type { Sheet } from './table-sheet.ts'
import { germanSheets } from './table-sheets-de.ts'
import { englishSheets } from './table-sheets-en.ts'
import { swedishSheets } from './table-sheets-sv.ts'

const sheets: Record<string, Sheet[]> = { en: englishSheets, sv: swedishSheets, de: germanSheets }

export type TableQuestion = { question: string; answers: string[]; isStated: boolean }
export type TableBase = { language: string; chunks: IndexedChunk[]; questions: TableQuestion[] }

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

function pickSome<T>(from: readonly T[], wanted: number, random: () => number): T[] {
  const left = [...from]
  return Array.from(
    { length: Math.min(wanted, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0]!,
  )
}

/** `count` bases a language: two documents of each kind, of six rows, and questions about rows, columns and names that are there or not. */
export async function makeTableBases(count: number, random: () => number): Promise<TableBase[]> {
  const bases: TableBase[] = []
  for (const [language, kinds] of Object.entries(sheets)) {
    for (let i = 0; i < count; i++) bases.push(await makeBase(language, kinds, random))
  }
  return bases
}

async function makeBase(language: string, kinds: Sheet[], random: () => number): Promise<TableBase> {
  const chunks: IndexedChunk[] = []
  const questions: TableQuestion[] = []
  const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  for (const sheet of kinds) {
    const [first, second, foreign] = pickSome(sheet.names, 3, random) as [string, string, string]
    for (const name of [first, second]) {
      const columns = one(sheet.columns)
      const there = pickSome(sheet.rows, 6, random)
      const missing = sheet.rows.filter((each) => !there.includes(each))
      const cells = there.map((each) => columns.map(() => each.value(random)))
      const text = [
        `# ${sheet.title(name)}`,
        ...pickSome(sheet.prose, 2, random).map((each) => fill(each, { name })),
        `## ${sheet.caption}`,
        [
          `| | ${columns.join(' | ')} |`,
          `|---${'|---'.repeat(columns.length)}|`,
          ...there.map(({ label }, r) => `| ${label} | ${cells[r]!.join(' | ')} |`),
        ].join('\n'),
        ...pickSome(sheet.prose, 1, random).map((each) => fill(each, { name })),
      ].join('\n\n')
      const file = `${sheet.title(name)}.md`
      const { text: read, blocks } = await extract(file, text)
      const id = `${language} ${name}`
      chunks.push(
        ...splitIntoChunks(read, blocks).map((chunk) => ({
          ...chunk,
          sourceId: id,
          contentId: id,
          title: sheet.title(name),
          fileName: file,
          language,
        })),
      )
      const ask = (row: string, column: string, whose: string) =>
        fill(one(sheet.questions), { row, column, name: whose })
      for (const [r, each] of there.entries()) {
        const at = Math.floor(random() * columns.length)
        const answers = [cells[r]![at]!]
        // Of the ways to ask, the one in other words comes as often as the two others together.
        const row = random() < 0.5 ? one(each.asked.slice(0, -1)) : each.asked.at(-1)!
        questions.push({ question: ask(row, columns[at]!, name), answers, isStated: true })
      }
      for (const each of missing.slice(0, 2))
        questions.push({ question: ask(one(each.asked), one(columns), name), answers: [], isStated: false })
      questions.push({ question: ask(one(one(there).asked), one(columns), foreign), answers: [], isStated: false })
      if (sheet.kind === 'report')
        questions.push({ question: ask(one(there[0]!.asked), '2019', name), answers: [], isStated: false })
      for (const each of pickSome(sheet.absent, 2, random))
        questions.push({ question: fill(each, { name, column: one(columns) }), answers: [], isStated: false })
    }
  }
  return { language, chunks, questions }
}
