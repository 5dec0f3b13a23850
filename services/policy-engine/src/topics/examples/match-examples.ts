import { splitIntoSentences } from '@frontdesk/language'
import type { Models } from '@frontdesk/models'
import type { Topics } from '../index-phrases.ts'
import { seeWords } from '../see-words.ts'
import { everydayMessages } from './everyday-messages.ts'

/** What similarity needs of the models. */
export type Embedder = Pick<Models, 'embed' | 'embedding'>

/** Nothing less alike than this is on a topic, whatever the model. Measured with the local embeddings: docs/policies.md. */
const leastSimilarity = 0.45
/** How far a message must go from what everyday messages reach towards being the example itself. */
const leastShare = 0.2
/** Pieces of one text that are compared, and characters of a text that is also compared as a whole. */
const mostPieces = 40
const wholeCharacters = 600

export type ExampleMatch = { topic: string; example: string; similarity: number }

/** Vectors that are asked for again and again, by the model and the text; the oldest goes. */
const vectors = new Map<string, Float32Array>()
const mostVectors = 3_000

/**
 * The example that a text, or one of its sentences, is most like, when it is like enough; undefined otherwise. Throws
 * `model_unavailable`. The vectors of examples are kept, so that a message costs one embedding of itself.
 */
export async function matchExamples(
  text: string,
  topics: Topics,
  models: Embedder,
  signal?: AbortSignal,
): Promise<ExampleMatch | undefined> {
  const examples = topics.flatMap(({ name, examples = [] }) => examples.map((example) => ({ topic: name, example })))
  if (examples.length === 0) return undefined
  const pieces = piecesOf(text)
  if (pieces.length === 0) return undefined
  const known = await embedKept([...everydayMessages, ...examples.map(({ example }) => example)], models, signal)
  const everyday = known.slice(0, everydayMessages.length)
  const compared = (await models.embed(pieces, signal ? { signal } : {})).map((vector) => Float32Array.from(vector))
  const ordinary = compared.map((vector) => nearest(vector, everyday))
  let best: ExampleMatch | undefined
  for (const [i, { topic, example }] of examples.entries()) {
    const vector = known[everydayMessages.length + i]!
    const reach = reachOf(vector, everyday)
    const least = Math.max(leastSimilarity, reach + leastShare * (1 - reach))
    for (const [piece, other] of compared.entries()) {
      const similarity = dot(vector, other)
      if (similarity < least || similarity <= ordinary[piece]! || similarity <= (best?.similarity ?? 0)) continue
      best = { topic, example, similarity }
    }
  }
  return best
}

/** The sentences of a text, and a short text as a whole; beside them as a reader sees them, disguises undone. */
function piecesOf(text: string): string[] {
  const sentences = splitIntoSentences(text).map((sentence) => sentence.text)
  const each = Math.ceil(sentences.length / mostPieces)
  const joined = Array.from({ length: Math.min(sentences.length, mostPieces) }, (_, i) =>
    sentences.slice(i * each, (i + 1) * each).join(' '),
  )
  const natural = [...joined, ...(text.length <= wholeCharacters ? [text.trim()] : [])].filter((piece) => piece !== '')
  const seen = natural.map((piece) =>
    seeWords(piece)
      .words.map(({ exact }) => exact)
      .join(' '),
  )
  const plain = (piece: string) => (piece.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
  return [...new Set([...natural, ...seen.filter((piece, i) => piece !== plain(natural[i]!))])].filter(
    (piece) => piece !== '',
  )
}

async function embedKept(texts: string[], models: Embedder, signal?: AbortSignal): Promise<Float32Array[]> {
  const key = (text: string) => `${models.embedding.model}\n${models.embedding.dimensions}\n${text}`
  const missing = [...new Set(texts)].filter((text) => !vectors.has(key(text)))
  if (missing.length > 0) {
    const made = await models.embed(missing, signal ? { signal } : {})
    for (const [i, text] of missing.entries()) vectors.set(key(text), Float32Array.from(made[i]!))
  }
  const found = texts.map((text) => vectors.get(key(text))!)
  for (const oldest of vectors.keys()) {
    if (vectors.size <= mostVectors) break
    vectors.delete(oldest)
  }
  return found
}

/** How near everyday messages come to an example; the same for the same vector. */
const reaches = new WeakMap<Float32Array, number>()
function reachOf(example: Float32Array, everyday: Float32Array[]): number {
  const reach = reaches.get(example) ?? nearest(example, everyday)
  reaches.set(example, reach)
  return reach
}

const nearest = (vector: Float32Array, others: Float32Array[]): number =>
  Math.max(...others.map((other) => dot(vector, other)))

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
