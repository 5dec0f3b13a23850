import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IndexedChunk } from '@frontdesk/chunk-index'
import { detectLanguage } from '@frontdesk/language'
import { splitIntoChunks } from '../../../services/ingest/src/chunks/split-into-chunks.ts'
import { extract } from '../../../services/ingest/testing/extract.ts'
import { count } from '../retrieval/memory-index.ts'
import { type Finder, finderOf } from './examples.ts'
import { type Answered, answerTo } from './judged.ts'

/** A question of `test/bench/collections`; its README says what each field promises. */
export type CollectionQuestion = {
  id: string
  language: string
  question: string
  kind: 'figure' | 'yes_no' | 'prose' | 'unanswerable'
  collection: string
  document: string | null
  near?: string
  answers: string[]
  wrong?: string[]
  evidence: string
}
/** `development`: may be looked at while the composer is worked on. `held out`: is only counted. Constants are fitted on neither. */
export type CollectionHalf = 'development' | 'held out'
export type CollectionResult = {
  asked: CollectionQuestion
  half: CollectionHalf
  isFound: boolean
  /** Undefined when there is nothing to say. */
  answer: Answered | undefined
  isRight: boolean
  /** Says what stands beside the right answer, and not the answer. */
  isNeighbour: boolean
  /** Says most words of the sentence or row that answers it. */
  saysEvidence: boolean
}

const folder = fileURLToPath(new URL('../collections', import.meta.url))
const readLines = <T>(file: string): T[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

/** The chunks of a file as `ingest` cuts it and `retrieval` indexes it: its own title unless that holds no word. */
async function chunksOfFile(path: string): Promise<IndexedChunk[]> {
  const fileName = basename(path)
  const { text, blocks, title = '' } = await extract(fileName, readFileSync(path))
  const chunks = splitIntoChunks(text, blocks)
  const language = detectLanguage(chunks.map((chunk) => chunk.text).join('\n'))
  const shown = /\p{L}{3}/u.test(title) ? title.slice(0, 300) : fileName.slice(0, -extname(fileName).length)
  return chunks.map((chunk) => ({
    ...chunk,
    sourceId: fileName,
    contentId: fileName,
    title: shown,
    fileName,
    language,
  }))
}

async function finderOfFiles(paths: string[]): Promise<Finder> {
  const chunks: IndexedChunk[] = []
  for (const path of paths) chunks.push(...(await chunksOfFile(path)))
  return finderOf(chunks.map(count))
}

const plain = (text: string): string =>
  text
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/[\u2212\u2013\u2010\u2011]/g, '-')
    .toLowerCase()

/** Whether a text says one of several answers; a number only where no digit touches it (`12` is not in `312` or `12,5`). */
export function says(text: string, answers: string[]): boolean {
  const said = plain(text)
  return answers.some((answer) => {
    const wanted = plain(answer)
    for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
      const before = said.slice(0, at)
      const after = said.slice(at + wanted.length)
      const isInNumber =
        (/^\d/.test(wanted) && /\d[.,]?$/.test(before)) || (/\d$/.test(wanted) && /^(?:[.,]?\d)/.test(after))
      const isInWord =
        (/^\p{L}/u.test(wanted) && /\p{L}$/u.test(before)) || (/^\p{L}{1,4}$/u.test(wanted) && /^\p{L}/u.test(after))
      if (!isInNumber && !isInWord) return true
    }
    return false
  })
}

const minEvidence = 0.6
function saysEvidence(text: string, evidence: string): boolean {
  const wanted = new Set(plain(evidence).match(/[\p{L}\p{N}]+/gu) ?? [])
  const said = new Set(plain(text).match(/[\p{L}\p{N}]+/gu) ?? [])
  return [...wanted].filter((word) => said.has(word)).length >= minEvidence * wanted.size
}

/** Which half a question is in: documents by turns, in the order of their names, in each folder. */
function halves(): (document: string) => CollectionHalf {
  const byDocument = new Map<string, CollectionHalf>()
  for (const kind of readdirSync(join(folder, 'documents')).sort()) {
    for (const [i, file] of readdirSync(join(folder, 'documents', kind))
      .sort()
      .entries())
      byDocument.set(file.normalize(), i % 2 === 0 ? 'development' : 'held out')
  }
  return (document) => byDocument.get(document.normalize())!
}

const filesOf = (path: string): string[] =>
  readdirSync(path)
    .sort()
    .map((file) => join(path, file))

/** All questions of the collections, asked of one base of all their documents. */
export async function askCollections(): Promise<CollectionResult[]> {
  const documents = join(folder, 'documents')
  const find = await finderOfFiles(filesOf(documents).flatMap(filesOf))
  const halfOf = halves()
  const results: CollectionResult[] = []
  for (const asked of readLines<CollectionQuestion>('questions.jsonl')) {
    const found = await find(asked.question)
    const answer = answerTo(asked.question, found)
    const isRight = asked.kind !== 'unanswerable' && answer !== undefined && says(answer.text, asked.answers)
    results.push({
      asked,
      half: halfOf((asked.document ?? asked.near)!),
      isFound: found.chunks.some(({ contentId }) => contentId.normalize() === asked.document?.normalize()),
      answer,
      isRight,
      isNeighbour: answer !== undefined && !isRight && says(answer.text, asked.wrong ?? []),
      saysEvidence: answer !== undefined && saysEvidence(answer.text, asked.evidence),
    })
  }
  return results
}

export type CrossSubjectResult = { language: string; question: string; answer: Answered | undefined }

/** Everyday questions that a base of two shops' rules and a company's report does not answer. */
export async function askCrossSubject(): Promise<CrossSubjectResult[]> {
  const find = await finderOfFiles(filesOf(join(folder, 'cross-subject')))
  const results: CrossSubjectResult[] = []
  for (const { language, question } of readLines<CollectionQuestion>('cross-subject.jsonl'))
    results.push({ language, question, answer: answerTo(question, await find(question)) })
  return results
}
