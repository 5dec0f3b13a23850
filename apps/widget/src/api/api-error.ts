/** A refused or failed request. `status` 0 means that nothing came back: no connection, or one that broke. */
export class ApiError extends Error {
  status: number
  code: string
  /** What the server asks to wait. */
  retryAfterMs: number | undefined
  body: Record<string, unknown>

  constructor(status: number, code: string, { retryAfterMs, body = {}, cause }: ApiErrorOptions = {}) {
    super(`${status} ${code}`, { cause })
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
    this.body = body
  }

  /** Whether the same request can succeed later. */
  get isTemporary(): boolean {
    return [0, 408, 409, 425, 429].includes(this.status) || this.status >= 500
  }
}

type ApiErrorOptions = { retryAfterMs?: number | undefined; body?: Record<string, unknown>; cause?: unknown }

/** The error of a refused reply: its problem document, as far as it can be read. */
export async function errorOf(reply: Response): Promise<ApiError> {
  const body = (await reply.json().catch(() => ({}))) as Record<string, unknown>
  const seconds = Number(reply.headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined
  return new ApiError(reply.status, typeof body.code === 'string' ? body.code : 'unknown', { retryAfterMs, body })
}
