import { seeWords, splitIntoSentences } from '@frontdesk/language'
import type { Models } from '@frontdesk/models'
import { everydayMessages } from './everyday-messages.ts'
import type { Topics } from './index-phrases.ts'

/** What similarity needs of the models. */
export type Embedder = Pick<Models, 'embed' | 'embedding'>

/** The least similarity to an example, whatever the model. Measured with the embeddings that come along: docs/policies.md. */
const minSimilarity = 0.45
/**
 * How far a message must be on the way from everyday messages' similarity (0) to equality with the example (1); more where all
 * cosines lie close together, because stretching spreads their noise too.
 */
const minShare = 0.2
const minShareStretched = 0.3
/** Pieces of one text that are compared, and characters of a text that is also compared as a whole. */
const maxPieces = 40
const wholeCharacters = 600

export type ExampleMatch = { topic: string; example: string; similarity: number }

/** Cached vectors, by model and text; the oldest is evicted. */
const vectors = new Map<string, Float32Array>()
const maxVectors = 3_000

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
  const compared = await embed(pieces, models, signal)
  const likeness = likenessUnder(models)
  const share = models.embedding.cosines ? minShareStretched : minShare
  const ordinary = compared.map((vector) => nearest(vector, everyday, likeness))
  let best: ExampleMatch | undefined
  for (const [i, { topic, example }] of examples.entries()) {
    const vector = known[everydayMessages.length + i]!
    const reach = reachOf(vector, everyday, likeness)
    const least = Math.max(minSimilarity, reach + share * (1 - reach))
    for (const [piece, other] of compared.entries()) {
      const similarity = likeness(vector, other)
      if (similarity < least || similarity <= ordinary[piece]! || similarity <= (best?.similarity ?? 0)) continue
      best = { topic, example, similarity }
    }
  }
  return best
}

/** The sentences of a text, and a short text as a whole; beside them as a reader sees them, disguises undone. */
function piecesOf(text: string): string[] {
  const sentences = splitIntoSentences(text).map((sentence) => sentence.text)
  const each = Math.ceil(sentences.length / maxPieces)
  const joined = Array.from({ length: Math.min(sentences.length, maxPieces) }, (_, i) =>
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
    const made = await embed(missing, models, signal)
    for (const [i, text] of missing.entries()) vectors.set(key(text), made[i]!)
  }
  const found = texts.map((text) => vectors.get(key(text))!)
  for (const oldest of vectors.keys()) {
    if (vectors.size <= maxVectors) break
    vectors.delete(oldest)
  }
  return found
}

/** Examples and messages are compared as like with like. */
const embed = async (texts: string[], models: Embedder, signal?: AbortSignal): Promise<Float32Array[]> =>
  (await models.embed(texts, { kind: 'query', ...(signal && { signal }) })).map((vector) => Float32Array.from(vector))

type Likeness = (one: Float32Array, other: Float32Array) => number

/** The similarity of two vectors, in 0..1: their cosine, stretched where the model's all lie close together. */
function likenessUnder({ embedding: { cosines } }: Embedder): Likeness {
  if (!cosines) return dot
  const { unrelated, same } = cosines
  return (one, other) => Math.min(1, Math.max(0, (dot(one, other) - unrelated) / (same - unrelated)))
}

/** The highest similarity of an everyday message to an example; cached by vector. */
const reaches = new WeakMap<Float32Array, number>()
function reachOf(example: Float32Array, everyday: Float32Array[], likeness: Likeness): number {
  const reach = reaches.get(example) ?? nearest(example, everyday, likeness)
  reaches.set(example, reach)
  return reach
}

const nearest = (vector: Float32Array, others: Float32Array[], likeness: Likeness): number =>
  Math.max(...others.map((other) => likeness(vector, other)))

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
