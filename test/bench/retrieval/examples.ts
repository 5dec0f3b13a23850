import type { ChunkIndex, Space } from '@frontdesk/chunk-index'
import type { FoundChunk } from '@frontdesk/contracts'
import { rankCandidates, readQuestion } from '@frontdesk/retrieval'
import { composeAnswer } from '../../../packages/models/src/compose-answer.ts'
import { answerabilityFeatures, type Features } from '../../../services/chat/src/answerability-features.ts'
import { type Corpus, embed, type Question } from './data.ts'
import { type Counted, count, memoryIndex } from './memory-index.ts'

/** Why a question can or can't be answered from a knowledge base. */
export type Kind = 'answerable' | 'article absent' | 'paragraph absent' | 'adversarial'
export const kinds: Kind[] = ['answerable', 'article absent', 'paragraph absent', 'adversarial']

/** A question asked of a knowledge base of `size` chunks. */
export type Example = {
  language: string
  half: 'fit' | 'report'
  kind: Kind
  size: number | 'all'
  features: Features
  /** What is composed of the passages holds one of the known answers, word for word. */
  isCorrect: boolean
}

const space: Space = { tenant: 'bench', generation: 'bench', dimensions: 1024 }
/** Documents in a small knowledge base: a shop's five pages must work as an encyclopaedia does. */
const smallSizes = [2, 5, 12, 40]
/** As production fuses for the local model. */
const weight = 0.05

/** Numbers in 0..1 that are the same each time. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The five chunks that production finds in an index. */
async function find(index: ChunkIndex, question: string, vector: number[]): Promise<FoundChunk[]> {
  const read = await readQuestion(index, space, question)
  const lists = await index.candidates(space, { tokens: read.tokens, vector, limit: 20 })
  return rankCandidates(lists, read, { weight, read: 5 })
    .slice(0, 5)
    .map(({ candidate, ...scores }) => ({ ...candidate, ...scores, version: 1 }))
}

function isAnswered({ question, answers }: Question, chunks: FoundChunk[]): boolean {
  const passages = chunks.map(({ contentId, title, text }) => ({ id: contentId, title, text }))
  const composed = composeAnswer({ question, passages }).join(' ').toLowerCase()
  return answers.some((answer) => composed.includes(answer.toLowerCase()))
}

/** Every `step`th question of a corpus, asked of the whole, of small parts of it, and of both without what answers it. */
export async function examplesOf(corpus: Corpus, step: number): Promise<Example[]> {
  const random = sequence(42)
  const byDocument = new Map<string, Counted[]>()
  for (const chunk of corpus.chunks) {
    byDocument.set(chunk.contentId, [...(byDocument.get(chunk.contentId) ?? []), count(chunk)])
  }
  const documents = [...byDocument.keys()]
  const articleOf = (document: string) => byDocument.get(document)![0]!.chunk.sourceId
  const examples: Example[] = []

  async function add(question: Question, kind: Kind, size: Example['size'], kept: string[]): Promise<void> {
    const index = memoryIndex(kept.flatMap((document) => byDocument.get(document)!)) as ChunkIndex
    const chunks = await find(index, question.question, await embed(question.question))
    const features = answerabilityFeatures(question.question, chunks, corpus.language)
    const isCorrect = kind === 'answerable' && isAnswered(question, chunks)
    examples.push({ language: corpus.language, half: corpus.halfOf(question), kind, size, features, isCorrect })
  }

  for (const [at, question] of corpus.questions.entries()) {
    if (at % step !== 0) continue
    const article = corpus.articleOf(question)
    const others = documents.filter((document) => document !== question.document)
    const elsewhere = documents.filter((document) => articleOf(document) !== article)
    // Half of a small knowledge base is about the same subject, the other half about anything.
    const size = smallSizes[Math.floor(random() * smallSizes.length)]!
    const near = pick(
      others.filter((document) => articleOf(document) === article),
      size / 2,
      random,
    )
    const far = pick(elsewhere, size - near.length - 1, random)
    const small = [question.document, ...near, ...far]
    if (!question.answerable) {
      await add(question, 'adversarial', 'all', documents)
      await add(question, 'adversarial', size, small)
      continue
    }
    await add(question, 'answerable', 'all', documents)
    await add(question, 'answerable', size, small)
    await add(question, 'paragraph absent', 'all', others)
    if (small.length > 1) await add(question, 'paragraph absent', size, small.slice(1))
    await add(question, 'article absent', 'all', elsewhere)
    await add(question, 'article absent', size, pick(elsewhere, size, random))
  }
  return examples
}

function pick<T>(from: T[], wanted: number, random: () => number): T[] {
  const left = [...from]
  const picked: T[] = []
  while (picked.length < Math.floor(wanted) && left.length > 0) {
    picked.push(left.splice(Math.floor(random() * left.length), 1)[0]!)
  }
  return picked
}
