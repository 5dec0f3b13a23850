import { setImmediate as nextTick } from 'node:timers/promises'
import { composeOf } from '@frontdesk/answers'
import { lookUp, ServiceError } from '@frontdesk/contracts'
import { splitIntoSentences } from '@frontdesk/language'
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

/** Hashed words and 4-grams: they know nothing that the chunk index does not, which ranks by the same tokens. */
export const localEmbedding = { model: 'local-hashed-1024', dimensions, isIndexed: false, weight: 0 }

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
      const { passages, question, standalone = question, language } = request
      const composed = request.composed ?? composeOf(standalone, passages, language)
      const text = await withinTokens(composed, request.maxTokens)
      for (const [word] of (text || (lookUp(noAnswer, request.language ?? 'en') ?? noAnswer.en!)).matchAll(/\s*\S+/g)) {
        signal.throwIfAborted()
        yield word
      }
    },
    async summarize(request, { signal }) {
      signal.throwIfAborted()
      return summarizeTurns(request)
    },
    judge: async () => needsModel(),
    judgeTopics: async () => needsModel(),
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

/** As many whole sentences as fit; the start of the first one where it alone is too long. */
async function withinTokens(text: string, maxTokens: number | undefined): Promise<string> {
  if (maxTokens === undefined) return text
  const tokenizer = await loadTokenizer()
  if (tokenizer.count(text) <= maxTokens) return text
  const ends = splitIntoSentences(text).map(({ end }) => text.slice(0, end))
  return (
    ends.findLast((start) => tokenizer.count(start) <= maxTokens) ?? tokenizer.cut(ends[0] ?? '', maxTokens).trimEnd()
  )
}
