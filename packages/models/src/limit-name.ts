/** What endpoints call the most tokens that they may write. */
export type LimitName = 'max_tokens' | 'max_completion_tokens'

/** The other name, where an endpoint refuses the one that was sent; undefined: it refuses something else. */
export function otherLimitName(error: unknown, sent: LimitName): LimitName | undefined {
  const { status, message = '' } = error as { status?: number; message?: string }
  if ((status !== 400 && status !== 422) || !message.includes('max_completion_tokens')) return undefined
  return sent === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
}
