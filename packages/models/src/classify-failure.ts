import { ServiceError } from '@frontdesk/contracts'

/**
 * A fault of a model that the same request meets again. `refused`: the model or its content filter doesn't want to answer.
 * `too_long`: the prompt doesn't fit into its context. `failed`: its key, name, quota or the request is not accepted.
 */
export type LastingFault = 'refused' | 'too_long' | 'failed'

/** The prompt is longer than the model takes. A shorter one may be answered. */
export class PromptTooLong extends ServiceError {
  constructor(options: { detail: string; cause: Error }) {
    super('model_failed', options)
  }
}

/** Nothing was written. It can be chance, so it is tried again; what stays empty won't change. */
export class EmptyAnswer extends ServiceError {
  constructor() {
    super('model_failed', { detail: 'The model endpoint sent an empty answer.' })
  }
}

type Said = { status?: unknown; code?: unknown; type?: unknown; message?: unknown; error?: unknown; headers?: unknown }

const refusalNames = new Set<unknown>([
  'content_filter',
  'content_policy_violation',
  'invalid_prompt',
  'ResponsibleAIPolicyViolation',
  'moderation_blocked',
  'refusal',
])
const tooLongNames = new Set<unknown>(['context_length_exceeded', 'string_above_max_length', 'request_too_large'])
const quotaNames = new Set<unknown>([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'credits_exhausted',
  'insufficient_credits',
  'quota_exceeded',
])
const refusalWords =
  /content[ _-]?(?:management )?(?:filter|policy)|content policy|usage polic|responsible ?ai|safety (?:system|polic|filter)|was flagged|been flagged|moderation/i
const tooLongWords =
  /context[ _-]?(?:length|window|size)|maximum (?:context|input|prompt)|too many (?:input )?tokens|(?:prompt|input|request|messages?)[^.]{0,40} (?:is|are) too (?:long|large)|exceeds?[^.]{0,60}(?:tokens|context)|reduce the (?:length|size|number)|input length/i
const quotaWords =
  /insufficient[ _](?:quota|credit|balance|funds)|exceeded your current quota|out of credit|billing|credit balance|payment required/i

/** What kind of lasting fault an endpoint's error is; undefined: a retry may help. */
export function lastingFaultOf(error: unknown): LastingFault | undefined {
  if (error instanceof PromptTooLong) return 'too_long'
  if (error instanceof EmptyAnswer) return undefined
  if (error instanceof ServiceError) {
    return error.code === 'model_refused' ? 'refused' : error.code === 'model_failed' ? 'failed' : undefined
  }
  const { status, headers, ...said } = (error ?? {}) as Said
  if (typeof status !== 'number') return undefined
  const { words, names } = readError(said)
  const has = (known: ReadonlySet<unknown>) => names.some((name) => known.has(name))
  if (status === 429) {
    const comesBack = headers instanceof Headers && (headers.has('retry-after') || headers.has('retry-after-ms'))
    const isExhausted =
      has(quotaNames) || (quotaWords.test(words) && !comesBack && !/retry in|try again in/i.test(words))
    return isExhausted ? 'failed' : undefined
  }
  const isRefusal = has(refusalNames) || refusalWords.test(words)
  const isTooLong = has(tooLongNames) || status === 413 || tooLongWords.test(words)
  // Some servers call a prompt that is too long their own error.
  if (status >= 500)
    return has(tooLongNames) || (status === 500 && isTooLong) ? 'too_long' : has(refusalNames) ? 'refused' : undefined
  if (status < 400 || status === 408 || status === 409 || status === 425) return undefined
  // An authorisation that failed may speak of policies too.
  if (status === 401 || status === 402) return 'failed'
  if (isTooLong && status !== 403 && status !== 404) return 'too_long'
  return isRefusal && status !== 404 ? 'refused' : 'failed'
}

/** The names and words of an error, and of what is nested in it (Azure's `innererror`). */
function readError(said: Said): { words: string; names: unknown[] } {
  const inner = typeof said.error === 'object' && said.error !== null ? (said.error as Record<string, unknown>) : {}
  const nested =
    typeof inner.error === 'object' && inner.error !== null ? (inner.error as Record<string, unknown>) : inner
  const innermost = (nested.innererror ?? {}) as Record<string, unknown>
  const words = [said.message, inner.message, nested.message].filter((each) => typeof each === 'string').join('\n')
  return { words, names: [said.code, said.type, inner.code, inner.type, nested.code, nested.type, innermost.code] }
}

/** How endpoints say that a filter ended a text, or that the model refused: OpenAI, Anthropic, Gemini. */
const refusingEnds = new Set([
  'content_filter',
  'refusal',
  'safety',
  'prohibited_content',
  'blocklist',
  'recitation',
  'spii',
])
export const isRefusingEnd = (finishReason: string | null): boolean =>
  finishReason !== null && refusingEnds.has(finishReason.toLowerCase())
/** How endpoints say that the limit of tokens cut a text off. */
const cuttingEnds = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'model_length',
  'model_context_window_exceeded',
])
export const isCuttingEnd = (finishReason: string | null): boolean =>
  finishReason !== null && cuttingEnds.has(finishReason.toLowerCase())
