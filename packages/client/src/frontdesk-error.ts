import type { components } from './api-types.ts'

export type Problem = components['schemas']['Problem']
/** A code of the table in docs/errors.md, or one of a newer platform; `unreachable` and `unexpected_reply` are the client's. */
export type ErrorCode = Problem['code'] | 'unreachable' | 'unexpected_reply' | (string & {})

/** The failure of a request: the problem document of the reply, or that there was no reply. */
export class FrontdeskError extends Error {
  override readonly name = 'FrontdeskError'
  /** HTTP status; 0 if there was no reply, and for an `error` event in a stream, which has no status. */
  readonly status: number
  readonly code: ErrorCode
  readonly detail: string
  /** The sentence of the code, to which `detail` may add what stands in the way; empty if there was no reply. */
  readonly title: string
  /** Id of the request in the platform's log; empty if there was no reply. */
  readonly requestId: string
  /** For invalid input: all faults. */
  readonly errors: { path: string; message: string }[]
  /** How long the reply asked to wait before the next attempt. */
  readonly retryAfterMs: number | undefined

  constructor(
    problem: Pick<FrontdeskError, 'status' | 'code' | 'detail'> &
      Partial<Pick<FrontdeskError, 'title' | 'requestId' | 'errors' | 'retryAfterMs'>>,
    options?: { cause?: unknown },
  ) {
    super(problem.detail, options)
    this.status = problem.status
    this.code = problem.code
    this.detail = problem.detail
    this.title = problem.title ?? ''
    this.requestId = problem.requestId ?? ''
    this.errors = problem.errors ?? []
    this.retryAfterMs = problem.retryAfterMs
  }
}

/** `Retry-After`: seconds, or an HTTP date (RFC 9110, 10.2.3). */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\s*\d{1,10}\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** The problem document of a reply; on routes that stream, a refusal can be an event stream with one `error` event. */
function problemIn(text: string, contentType: string): Partial<Problem> | undefined {
  const json = contentType.startsWith('text/event-stream') ? /^data: ?(.*)$/m.exec(text)?.[1] : text
  try {
    const value = JSON.parse(json ?? '')
    return typeof value === 'object' && value !== null && typeof value.code === 'string' ? value : undefined
  } catch {
    // What answers here is no Frontdesk: a proxy's page, for instance. The caller is told so.
    return undefined
  }
}

/** The error of an unsuccessful reply. Reads its body. */
export async function errorOf(response: Response): Promise<FrontdeskError> {
  const { status, headers } = response
  const problem: (Partial<Problem> & { message?: string }) | undefined = problemIn(
    await response.text(),
    headers.get('content-type') ?? '',
  )
  return new FrontdeskError({
    status,
    code: problem?.code ?? 'unexpected_reply',
    detail: problem?.detail ?? problem?.message ?? `HTTP ${status}, and the reply is not from Frontdesk`,
    title: problem?.title ?? '',
    requestId: problem?.requestId ?? headers.get('x-request-id') ?? '',
    errors: problem?.errors ?? [],
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
  })
}
