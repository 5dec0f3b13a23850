import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IndexedChunk } from '@frontdesk/chunk-index'
import { searchTokens } from '@frontdesk/language'
import { localModels } from '@frontdesk/models'
import { textOf } from '@frontdesk/retrieval'
import { splitIntoChunks } from '../../../services/ingest/src/split-into-chunks.ts'

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
const models = localModels()

const readLines = <T>(file: string): T[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

/** The questions and documents by language, or undefined, said aloud, where they are not on this machine. */
export async function readCorpora(): Promise<Corpus[] | undefined> {
  if (!existsSync(join(folder, 'documents.jsonl'))) {
    console.log(`  skipped: there is no ${folder} (FRONTDESK_SHARED names the folder above data/)`)
    return undefined
  }
  const documents = readLines<Document>('documents.jsonl')
  const questions = readLines<Question>('questions.jsonl')
  const corpora: Corpus[] = []
  for (const language of ['sv', 'en']) {
    const own = documents.filter(({ id }) => id.startsWith(`${language}-`))
    const titles = [...new Set(own.map(({ title }) => title))].sort()
    const articles = new Map(own.map(({ id, title }) => [id, title]))
    corpora.push({
      language,
      chunks: (await Promise.all(own.map(chunksOf))).flat(),
      questions: questions.filter((question) => question.language === language),
      halfOf: ({ document }) => (titles.indexOf(articles.get(document)!) % 2 === 0 ? 'fit' : 'report'),
      articleOf: ({ document }) => articles.get(document)!,
    })
  }
  return corpora
}

/** A document as `ingest` cuts it and `retrieval` indexes it. */
async function chunksOf({ id, title, text }: Document): Promise<IndexedChunk[]> {
  const chunks = splitIntoChunks(text)
  const texts = chunks.map((chunk) => textOf(title, chunk))
  const vectors = await models.embed(texts)
  return chunks.map((chunk, i) => ({
    ...chunk,
    sourceId: title,
    contentId: id,
    title,
    tokens: searchTokens(texts[i]!),
    vector: vectors[i]!,
  }))
}

/** The question's vector of the local model. */
export const embed = async (text: string): Promise<number[]> => (await models.embed([text]))[0]!
