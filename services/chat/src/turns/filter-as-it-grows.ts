import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type ModelUsage, type Policy, type PolicyDecision, policyEngine } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'

/** The text so far, and the part that may be released. Nothing follows a `final` or blocked one. */
export type Filtered = {
  raw: string
  released: string
  final: boolean
  blocked?: { policy: string; reason: string } | undefined
  decisions: PolicyDecision[]
  /** What models cost that judged it or set its tone, of this step alone. */
  usage?: ModelUsage | undefined
}

/** At most one release in this time after the first, so that a fast model does not cause a write a word. */
const releaseEveryMs = 80

/**
 * What may leave of a text as it is generated. While one evaluation is under way the text grows on, so a slow filter means
 * fewer and longer steps, never a longer queue. Whoever leaves the loop ends the generation.
 */
export async function* filterAsItGrows(
  generate: (signal: AbortSignal) => AsyncIterable<string>,
  policies: Policy[],
  context: ChatContext,
): AsyncGenerator<Filtered> {
  let raw = ''
  let ended = false
  let failure: unknown
  let wake = () => {}
  const left = new AbortController()
  const reading = (async () => {
    try {
      for await (const part of generate(left.signal)) {
        raw += part
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
    // A policy that judges the whole lets nothing out before: there is nothing to ask until then.
    let isHeld = false
    const mustWait = () => isHeld || raw.length === filteredLength
    while (true) {
      while (!ended && (mustWait() || performance.now() < pauseUntil)) {
        const pauseMs = mustWait() ? undefined : pauseUntil - performance.now()
        await new Promise<void>((resolve) => {
          const timer = pauseMs === undefined ? undefined : setTimeout(resolve, pauseMs)
          wake = () => {
            // Only the end cuts a pause short; more text can wait for it.
            if (pauseMs !== undefined && !ended) return
            clearTimeout(timer)
            resolve()
          }
        })
      }
      if (failure) throw failure
      const text = raw
      const final = ended
      const { released, holds, blocked, decisions, usage } = await context.ask(policyEngine.queries.answerFilter, {
        policies,
        text,
        final,
      })
      filteredLength = text.length
      isHeld = holds === 'answer'
      pauseUntil = performance.now() + releaseEveryMs
      yield { raw: text, released, final, blocked, decisions, usage }
      if (final || blocked) return
    }
  } finally {
    left.abort()
    await reading
  }
}
