import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import {
  type AnswerSource,
  answerFilter,
  chunksFind,
  type FoundChunk,
  limits,
  messageScreen,
  type Policy,
  type PolicyDecision,
} from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import type { Turn as SpokenTurn } from '@frontdesk/models'
import { chooseSources } from './choose-sources.ts'
import type { ChatContext } from './context.ts'
import { judgeAnswerability } from './judge-answerability.ts'

export type Question = { text: string; history: SpokenTurn[] }

/** How a question ended. `content` of an answer starts with everything that was released before. */
export type Outcome = { decisions: PolicyDecision[]; chunks: FoundChunk[] } & (
  | { kind: 'answered'; content: string; confidence: number; sources: AnswerSource[] }
  | { kind: 'blocked'; policy: string; reason: string }
  | { kind: 'escalated'; reason: 'low_confidence'; confidence: number }
)

/** Either more text that may leave (all of it so far), or the end. */
export type Progress = { kind: 'released'; text: string } | Outcome

/** At most one release in this time after the first, so that a fast model does not cause a write a word. */
const releaseEveryMs = 80

/**
 * The one pipeline from a question to its outcome: screen → find → judge → generate → filter → cite. It stores and
 * publishes nothing itself; live turns, inbound channels and simulations all come through here.
 */
export async function* answerQuestion(
  { text, history }: Question,
  context: ChatContext,
  signal: AbortSignal,
): AsyncGenerator<Progress> {
  const screened = await context.ask(messageScreen, { text, history: history.map(({ content }) => content) })
  const { policies, decisions } = screened
  if (screened.blocked) {
    yield { kind: 'blocked', ...screened.blocked, decisions, chunks: [] }
    return
  }

  const { chunks } = await context.ask(chunksFind, { question: screened.text, limit: limits.chunksPerQuestion })
  const language = detectLanguage(text)
  const { confidence } = judgeAnswerability(screened.text, chunks, language ?? undefined)
  if (chunks.length === 0 || confidence < context.config.ESCALATION_THRESHOLD) {
    yield { kind: 'escalated', reason: 'low_confidence', confidence, decisions, chunks }
    return
  }

  const generated = context.models.answer(
    {
      question: screened.text,
      history: history.map(({ role }, i) => ({ role, content: screened.history[i]! })),
      passages: chunks.map((chunk) => ({
        id: `${chunk.contentId}/${chunk.index}`,
        title: chunk.title,
        text: chunk.text,
      })),
      instructions: screened.instructions,
      ...(screened.maxTokens && { maxTokens: screened.maxTokens }),
      ...(language && { language }),
    },
    { signal },
  )
  let last: Filtered | undefined
  let sent = ''
  for await (const filtered of filterAsItGrows(generated, policies, context)) {
    last = filtered
    if (filtered.blocked || filtered.final) break
    if (filtered.released.length > sent.length) {
      sent = filtered.released
      yield { kind: 'released', text: sent }
    }
  }
  const after = [...decisions, ...(last?.decisions ?? [])]
  if (last?.blocked) {
    yield { kind: 'blocked', ...last.blocked, decisions: after, chunks }
  } else if (!last?.released.trim()) {
    yield { kind: 'escalated', reason: 'low_confidence', confidence, decisions: after, chunks }
  } else {
    const { sources, decisions: onSources } = await chooseSources(last.raw, chunks, policies, context)
    const changed = onSources.filter(({ decision }) => decision !== 'pass')
    yield { kind: 'answered', content: last.released, confidence, sources, decisions: [...after, ...changed], chunks }
  }
}

type Filtered = {
  raw: string
  released: string
  final: boolean
  blocked?: { policy: string; reason: string } | undefined
  decisions: PolicyDecision[]
}

/**
 * What may leave of a text as it grows. While one evaluation is under way the text grows on, so a slow filter means
 * fewer and longer steps, never a longer queue.
 */
async function* filterAsItGrows(
  parts: AsyncIterable<string>,
  policies: Policy[],
  context: ChatContext,
): AsyncGenerator<Filtered> {
  let raw = ''
  let ended = false
  let failure: unknown
  let wake = () => {}
  const iterator = parts[Symbol.asyncIterator]()
  const reading = (async () => {
    try {
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        raw += next.value
        wake()
      }
    } catch (error) {
      failure = error
    }
    ended = true
    wake()
  })()

  try {
    // A model that has its answer ready gets to say all of it: one step, and one write, in place of two.
    await turnOfTheLoop()
    let filteredLength = 0
    let pauseUntil = 0
    while (true) {
      while (!ended && (raw.length === filteredLength || performance.now() < pauseUntil)) {
        const pauseMs = raw.length === filteredLength ? undefined : pauseUntil - performance.now()
        await new Promise<void>((resolve) => {
          const timer = pauseMs === undefined ? undefined : setTimeout(resolve, pauseMs)
          wake = () => {
            // Only the end cuts a pause short; more text can wait for it.
            if (pauseMs !== undefined && !ended) return
            clearTimeout(timer)
            resolve()
          }
          if (ended) wake()
        })
      }
      if (failure) throw failure
      const text = raw
      const final = ended
      const { released, blocked, decisions } = await context.ask(answerFilter, { policies, text, final })
      filteredLength = text.length
      pauseUntil = performance.now() + releaseEveryMs
      yield { raw: text, released, final, blocked, decisions }
      if (final || blocked) return
    }
  } finally {
    await iterator.return?.()
    await reading
  }
}
