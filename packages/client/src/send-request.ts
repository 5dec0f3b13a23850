import { errorOf, FrontdeskError } from './frontdesk-error.ts'

export type ClientOptions = {
  /** Address of the gateway, such as `https://support.example.com`. */
  baseUrl: string
  /**
   * A key with the scopes of the routes that are used; for `/admin/…` the admin token. Leave it out in a page of the same
   * site, where the session cookie is used.
   */
  apiKey?: string
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
  /** How often a request is retried after a temporary failure (429, 503, no connection); default 4. */
  maxRetries?: number
  /** Longest wait before a retry; a longer `Retry-After` is an error at once. Default 30 s. */
  maxRetryWaitMs?: number
}

/** One request, as the functions of the client make it. */
export type Outgoing = {
  method: string
  /** With its parameters filled in. */
  path: string
  query?: Record<string, unknown> | undefined
  headers?: Record<string, string> | undefined
  body?: string | FormData | undefined
  signal?: AbortSignal | undefined
}

/**
 * Sends a request and reads its reply. Retries where that helps, also if the reply breaks off while it is read. Throws
 * `FrontdeskError`, or the signal's reason.
 */
export type Send = <T>(request: Outgoing, read: (response: Response) => T | Promise<T>) => Promise<T>

const firstWaitMs = 250

/** The wait after this many failures in a row: doubles each time, up to the limit, with random jitter. */
export const backoffMs = (failures: number, limitMs: number): number =>
  Math.min(limitMs, firstWaitMs * 2 ** Math.min(failures, 16)) * (0.75 + 0.25 * Math.random())

/** Resolves after that time; rejects with the signal's reason when it aborts before. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stopped)
      resolve()
    }
    const stopped = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', stopped, { once: true })
  })
}

/** A unique key. Uses only what every runtime offers, also outside of secure contexts. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function addressOf(baseUrl: string, { path, query = {} }: Outgoing): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) search.append(name, String(each))
  }
  const text = search.toString()
  return `${baseUrl.replace(/\/+$/, '')}${path}${text && `?${text}`}`
}

/** Whether the same request may be sent again if its result is unknown. */
const isRepeatable = ({ method, headers }: Outgoing): boolean =>
  method === 'GET' || headers?.['idempotency-key'] !== undefined

/** A temporary refusal that is always retried: a POST that is still processed returns its reply under its key when done. */
const isPassing = ({ status, code }: FrontdeskError): boolean =>
  status === 429 || status === 503 || (status === 409 && code === 'request_in_flight')

/** Sends requests to one platform, with one key or the cookie of a session. */
export function openSender(options: ClientOptions): Send {
  const { baseUrl, apiKey, maxRetries = 4, maxRetryWaitMs = 30_000 } = options

  async function once<T>(request: Outgoing, read: (response: Response) => T | Promise<T>): Promise<T | FrontdeskError> {
    const { method, body, headers, signal } = request
    try {
      const response = await (options.fetch ?? fetch)(addressOf(baseUrl, request), {
        method,
        headers: {
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      })
      return response.ok ? await read(response) : await errorOf(response)
    } catch (cause) {
      signal?.throwIfAborted()
      const detail = `Nothing answers at ${baseUrl}`
      return new FrontdeskError({ status: 0, code: 'unreachable', detail }, { cause })
    }
  }

  return async (request, read) => {
    for (let failures = 0; ; failures++) {
      const result = await once(request, read)
      if (!(result instanceof FrontdeskError)) return result
      const mayGoAgain = isPassing(result) || (result.code === 'unreachable' && isRepeatable(request))
      const waitMs = result.retryAfterMs ?? backoffMs(failures, maxRetryWaitMs)
      if (!mayGoAgain || failures >= maxRetries || waitMs > maxRetryWaitMs) throw result
      await wait(waitMs, request.signal)
    }
  }
}
