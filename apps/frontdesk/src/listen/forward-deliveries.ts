import pLimit from 'p-limit'

/** What a listener is sent for an event: a webhook, but for the address. */
export type Heard = {
  event: { id: string; type: string; key: string; sequence: number }
  headers: Record<string, string>
  body: string
}

/** What became of it here: the status that came back, or why none did. */
export type Forwarded = { status?: number; durationMs: number; error?: string }

/** As long as the platform waits for an endpoint, unless it was told otherwise. */
const replyLimitMs = 10_000
const atOnce = 8

/** Posts a delivery once, with the very headers and bytes; redirects are not followed, as the platform does not. */
async function post(url: string, { headers, body }: Heard, signal: AbortSignal): Promise<Forwarded> {
  const started = performance.now()
  const durationMs = () => Math.round(performance.now() - started)
  const limit = AbortSignal.timeout(replyLimitMs)
  try {
    const init: RequestInit = { method: 'POST', headers, body, redirect: 'manual' }
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, limit]) })
    await response.body?.cancel()
    return { status: response.status, durationMs: durationMs() }
  } catch (error) {
    if (limit.aborted) return { durationMs: durationMs(), error: `no reply within ${replyLimitMs / 1_000} s` }
    return { durationMs: durationMs(), error: signal.aborted ? 'cancelled: the command ends' : reasonOf(error) }
  }
}

/** `fetch failed` says nothing; what caused it does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const { code, message } = cause as { code?: string; message?: string }
  if (code === 'ECONNREFUSED') return 'nothing listens there (ECONNREFUSED)'
  return [message, code && !message?.includes(code) ? `(${code})` : ''].filter(Boolean).join(' ')
}

/** Forwards deliveries: those of one key one after the other, as the platform does, and some keys at once. */
export function openForwarder(
  url: string,
  done: (heard: Heard, forwarded: Forwarded) => void,
): { forward(heard: Heard): void; idle(): Promise<void>; stop(): void } {
  const stopping = new AbortController()
  const limit = pLimit(atOnce)
  /** The newest of each key that is on its way. */
  const lanes = new Map<string, Promise<void>>()

  return {
    forward(heard) {
      const { key } = heard.event
      const before = lanes.get(key) ?? Promise.resolve()
      const running = before.then(() => limit(async () => done(heard, await post(url, heard, stopping.signal))))
      lanes.set(key, running)
      void running.finally(() => {
        if (lanes.get(key) === running) lanes.delete(key)
      })
    },
    async idle() {
      await Promise.all(lanes.values())
    },
    stop: () => stopping.abort(),
  }
}
