import { ApiError } from '../api/api-error.ts'
import type { StartedAnswer, VisitorApi } from '../api/visitor-api.ts'
import type { Part } from '../api/wire.ts'
import type { VisitorSession } from '../session/visitor-session.ts'

const maxWaitMs = 15_000

/** Waits, or until the browser is online again or the page is shown again. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      document.removeEventListener('visibilitychange', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    document.addEventListener('visibilitychange', done)
  })
}

/** The wait before the nth try in a row: 1, 2, 4 … 15 s, each up to a quarter longer, so that browsers don't come at once. */
export const backoffMs = (tries: number): number => Math.min(maxWaitMs, 1_000 * 2 ** tries) * (1 + Math.random() / 4)

/**
 * Reads an answer to its end. Where the connection breaks it goes on after the last part. Throws `ApiError` if the platform
 * does not have the answer any more.
 */
export async function followAnswer(
  { api, session }: { api: VisitorApi; session: VisitorSession },
  { messageId, parts }: { messageId: string; parts?: StartedAnswer['parts'] },
  take: (part: Part) => void,
): Promise<void> {
  let lastId = ''
  for (let tries = 0; ; tries++) {
    try {
      const from = lastId
      const source = parts ?? (await session.withToken((token) => api.resume(token, messageId, from)))
      for await (const { id, part } of source) {
        tries = 0
        lastId = id
        take(part)
        if (part.type !== 'start' && part.type !== 'delta') return
      }
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isTemporary) throw error
    }
    parts = undefined
    await pause(backoffMs(tries))
  }
}
