import { setImmediate as nextTick } from 'node:timers/promises'
import { ServiceError } from '@frontdesk/contracts'
import { composeAnswer } from './compose-answer.ts'
import { loadTokenizer } from './count-tokens.ts'
import { hashedEmbedding } from './embed-hashed.ts'
import type { Models } from './port.ts'
import { summarizeTurns } from './summarize-turns.ts'

const dimensions = 1024
/** The event loop waits at most about this long for embeddings, whoever asks for them. */
const sliceMs = 5
/** So few texts (a question) are embedded at once: some .1 ms each. */
const fewTexts = 4
const noAnswer: Record<string, string> = {
  en: 'I could not find an answer to that.',
  sv: 'Jag kunde inte hitta något svar på det.',
}

/** Hashed words and 4-grams. The weight was fitted on held-out Swedish and English questions; it keeps the vector path alive. */
export const localEmbedding = { model: 'local-hashed-1024', dimensions, weight: 0.05 }

let lastTurn: Promise<unknown> = Promise.resolve()
/**
 * The next turn of the event loop that nobody else took. Immediates of one phase run one after the other, so eight
 * callers that each wait for the next one would hold the loop for eight slices.
 */
const ownTurn = (): Promise<unknown> => (lastTurn = lastTurn.then(() => nextTick()))

/** Embeds texts by hashing, in slices of some 5 ms, one a turn of the event loop. Throws the signal's reason when it aborts. */
export async function embedLocally(texts: string[], options: { signal?: AbortSignal } = {}): Promise<number[][]> {
  const vectors: number[][] = []
  if (texts.length > fewTexts) await ownTurn()
  let started = performance.now()
  for (const text of texts) {
    options.signal?.throwIfAborted()
    if (performance.now() - started > sliceMs) {
      await ownTurn()
      started = performance.now()
    }
    vectors.push(hashedEmbedding(text, dimensions))
  }
  return vectors
}

/**
 * Models that need no endpoint: hashed embeddings, answers and summaries composed from sentences that are there already.
 * Nothing is downloaded and nothing leaves the process. `maxTokens` shortens an answer at a sentence's end where it can.
 */
export function localModels(): Models {
  return {
    chat: null,
    embedding: localEmbedding,
    writesFreely: false,
    embed: embedLocally,
    async *answer(request, { signal }) {
      signal.throwIfAborted()
      const { passages, question, standalone = question } = request
      const sentences = composeAnswer({ question: standalone, passages })
      const text = await withinTokens(sentences, request.maxTokens)
      for (const [word] of (text || (noAnswer[request.language ?? 'en'] ?? noAnswer.en!)).matchAll(/\s*\S+/g)) {
        signal.throwIfAborted()
        yield word
      }
    },
    async summarize(request, { signal }) {
      signal.throwIfAborted()
      return summarizeTurns(request)
    },
    judge: async () => needsModel(),
    rewrite: async () => needsModel(),
    restyle: async () => needsModel(),
    translate: async () => needsModel(),
    assess: async () => needsModel(),
    draftNote: async () => needsModel(),
    async check() {},
  }
}

function needsModel(): never {
  throw new ServiceError('model_required', {
    detail: 'This needs a language model: set OPENAI_BASE_URL and CHAT_MODEL.',
  })
}

async function withinTokens(sentences: string[], maxTokens: number | undefined): Promise<string> {
  if (maxTokens === undefined) return sentences.join(' ')
  const tokenizer = await loadTokenizer()
  let text = ''
  for (const sentence of sentences) {
    const longer = text === '' ? sentence : `${text} ${sentence}`
    if (tokenizer.count(longer) > maxTokens) break
    text = longer
  }
  return text || tokenizer.cut(sentences[0] ?? '', maxTokens).trimEnd()
}
