import { ServiceError } from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import type { CallOptions, Models, Tone } from '@frontdesk/models'
import type { Verdict } from '../types/policy-type.ts'
import { applyTone, type Toned } from './apply-tone.ts'

/** What a Tone Control needs of the models; without `restyle` only rules are applied. */
export type Restyler = Pick<Models, 'writesFreely' | 'restyle'>

/** The time limit of the model; a customer is waiting. */
const restyleMs = 20_000
/**
 * A result whose length is outside these shares of the original's does not say the same; shorter texts are not
 * checked.
 */
const [minShare, maxShare, minCharacters] = [0.4, 3, 60]

/**
 * An answer in a tone. With a model that writes freely: restyled by it, checked for every number, address and link, and by
 * the rules; when the model lost one of them, by the rules alone. With the local models: by the rules, and the reason says
 * what they left. Throws `model_unavailable`: an answer in the wrong tone does not leave.
 */
export async function restyleAnswer(
  text: string,
  tone: Tone,
  models: Restyler,
  { signal, onUsage }: Partial<CallOptions> = {},
): Promise<Verdict> {
  if (text.trim() === '') return { text, decision: 'pass', reason: 'there is nothing to restyle' }
  const language = detectLanguage(text)
  if (!models.writesFreely) {
    const toned = applyTone(text, tone)
    return verdictOf(
      text,
      toned,
      `by rules${toned.left.length > 0 ? `; left: ${toned.left.join(', ')}` : ''}${wording}`,
    )
  }
  const limit = AbortSignal.timeout(restyleMs)
  const restyled = await models
    .restyle(
      { text, tone, ...(language && { language }) },
      { signal: signal ? AbortSignal.any([signal, limit]) : limit, ...(onUsage && { onUsage }) },
    )
    .catch((cause: unknown) => {
      if (!limit.aborted || signal?.aborted) throw cause
      // What an ended request throws is the reason of its end, which no one would take for an outage of the model.
      const detail = `The language model did not restyle the text within ${restyleMs / 1_000} s.`
      throw new ServiceError('model_unavailable', { detail, cause })
    })
  const lost = lostIn(text, restyled)
  if (lost !== undefined) {
    return verdictOf(text, applyTone(text, tone), `by rules, for the model did not keep ${JSON.stringify(lost)}`)
  }
  const checked = applyTone(restyled, tone)
  return verdictOf(
    text,
    checked,
    `by the model${checked.changed.length > 0 ? `, then ${checked.changed.join(', ')}` : ''}`,
  )
}

const wording = '; words and sentences are changed by a language model alone (CHAT_MODEL)'

function verdictOf(before: string, { text, changed }: Toned, how: string): Verdict {
  if (text === before) return { text, decision: 'pass', reason: `checked ${how}` }
  return {
    text,
    decision: 'change',
    reason: `restyled ${how}${how.startsWith('by rules') && changed.length > 0 ? ` (${changed.join(', ')})` : ''}`,
  }
}

/** What a restyled text has lost of the original: a number, an address, or its length. */
function lostIn(before: string, after: string): string | undefined {
  for (const [fact] of before.matchAll(
    /\p{N}(?:[\p{N}.,:/-]*\p{N})?|[^\s<>()"“”]*(?:@|:\/\/|www\.|\*)[^\s<>()"“”,;!?]*/gu,
  )) {
    const bare = fact.replace(/[.,:;!?]+$/, '')
    if (!after.includes(bare)) return bare
  }
  const share = after.length / before.length
  if (after === '' || (before.length > minCharacters && (share < minShare || share > maxShare))) return 'its length'
  return undefined
}
