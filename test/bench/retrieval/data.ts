import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IndexedChunk } from '@frontdesk/chunk-index'
import { detectLanguage } from '@frontdesk/language'
import { splitIntoChunks } from '../../../services/ingest/src/chunks/split-into-chunks.ts'
import { leaveOut, sized } from '../figures/report.ts'

export type Document = { id: string; title: string; text: string }
export type Question = {
  id: string
  language: string
  question: string
  document: string
  answerable: boolean
  answers: string[]
}

/** Questions of one language, the chunks that production would index, and which half an article falls into. */
export type Corpus = {
  language: string
  /** `contentId` is the document's id, `sourceId` its article. */
  chunks: IndexedChunk[]
  questions: Question[]
  /** Articles by turns: what is fitted on `fit` is reported on `report`. */
  halfOf(question: Question): 'fit' | 'report'
  articleOf(question: Question): string
}

const folder = join(
  process.env.FRONTDESK_SHARED ?? fileURLToPath(new URL('../../../../shared', import.meta.url)),
  'data/retrieval',
)

const readLines = <T>(file: string): T[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

/** The questions and documents by language, or undefined, said aloud, where they are not on this machine. */
export async function readCorpora(): Promise<Corpus[] | undefined> {
  if (!existsSync(join(folder, 'documents.jsonl'))) {
    leaveOut('articles and their questions', `there is no ${folder} (FRONTDESK_SHARED names the folder above data/)`)
    return undefined
  }
  const documents = readLines<Document>('documents.jsonl').filter((_, i) => i % sized(1, 12) === 0)
  const known = new Set(documents.map(({ id }) => id))
  const questions = readLines<Question>('questions.jsonl').filter(({ document }) => known.has(document))
  const corpora: Corpus[] = []
  for (const language of ['sv', 'en']) {
    const own = documents.filter(({ id }) => id.startsWith(`${language}-`))
    const titles = [...new Set(own.map(({ title }) => title))].sort()
    const articles = new Map(own.map(({ id, title }) => [id, title]))
    corpora.push({
      language,
      chunks: own.flatMap(chunksOf),
      questions: questions.filter((question) => question.language === language),
      halfOf: ({ document }) => (titles.indexOf(articles.get(document)!) % 2 === 0 ? 'fit' : 'report'),
      articleOf: ({ document }) => articles.get(document)!,
    })
  }
  return corpora
}

/** A document as `ingest` cuts it and `retrieval` indexes it. */
function chunksOf({ id, title, text }: Document): IndexedChunk[] {
  const language = detectLanguage(text)
  return splitIntoChunks(text).map((chunk) => ({ ...chunk, sourceId: title, contentId: id, title, language }))
}
