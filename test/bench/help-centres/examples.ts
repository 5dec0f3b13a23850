import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { IndexedChunk } from '@frontdesk/chunk-index'
import { splitIntoChunks } from '../../../services/ingest/src/chunks/split-into-chunks.ts'
import { extract } from '../../../services/ingest/testing/extract.ts'
import { sized } from '../figures/report.ts'
import { bases, pagesOf } from './pages.ts'

/** How a question is put: in other words than the page's, in much the same, as a search; or it has no answer there. */
type How = 'other words' | 'near' | 'keywords' | 'none'
export type HelpQuestion = {
  question: string
  /** The page that answers it. */
  file: string | null
  heading: string | null
  /** What an answer has to hold: one of each group. */
  must: string[][]
  how: How
}
/** A base of pages with its questions. `half`: what is fitted on `fit` is reported on `report`. */
export type HelpCentre = {
  name: string
  half: 'fit' | 'report'
  language: string
  chunks: IndexedChunk[]
  questions: HelpQuestion[]
}

const heldOut = new Set(['fetchmail', 'zsh', 'gnome-en', 'lo-sv', 'gnucash'])

const readQuestions = (name: string): HelpQuestion[] =>
  readFileSync(fileURLToPath(new URL(`questions/${name}.jsonl`, import.meta.url)), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as HelpQuestion)

/** The bases, their pages read as production reads them. Throws where they can't be fetched on this machine. */
export async function* helpCentres(half?: HelpCentre['half']): AsyncGenerator<HelpCentre> {
  // Figures are of those held out: quick, one of them.
  const names = sized(Object.keys(bases), ['fetchmail'])
  for (const name of names) {
    const own = heldOut.has(name) ? 'report' : 'fit'
    if (half && own !== half) continue
    const chunks: IndexedChunk[] = []
    for (const { file, html } of await pagesOf(name)) {
      const { text, blocks, title = '', language } = await extract(file, Buffer.from(html))
      const about = { sourceId: file, contentId: file, title: title || file, fileName: file, language }
      for (const chunk of splitIntoChunks(text, blocks)) chunks.push({ ...chunk, ...about })
    }
    const language = /-(sv|de)$/.exec(name)?.[1] ?? 'en'
    yield { name, half: own, language, chunks, questions: readQuestions(name) }
  }
}

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

/** Whether a text says what an answer has to. */
export function says(text: string, must: string[][]): boolean {
  const said = plain(text)
  return must.every((alternatives) => alternatives.some((each) => said.includes(plain(each))))
}
