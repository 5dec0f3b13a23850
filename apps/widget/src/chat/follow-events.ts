import { ApiError } from '../api/api-error.ts'
import { readEvents, type ServerEvent } from '../api/read-events.ts'
import type { VisitorApi } from '../api/visitor-api.ts'
import type { VisitorSession } from '../session/visitor-session.ts'
import { backoffMs, pause } from './follow-answers.ts'
import type { Tabs } from './tabs.ts'

type Options = {
  api: VisitorApi
  session: VisitorSession
  tabs: Tabs
  /** Called for each event in the tab that reads them. */
  heard(event: ServerEvent): void
  /** Events may have been missed. */
  missed(): void
  refused(error: ApiError): void
}

/**
 * Reads what happens in the visitor's conversations while it runs, in one tab of the browser; the others hear it from that
 * tab. It goes on after breaks without missing an event.
 */
export function makeEventFollower({ api, session, tabs, heard, missed, refused }: Options) {
  let running: AbortController | undefined

  async function read(signal: AbortSignal): Promise<void> {
    let lastId = ''
    for (let tries = 0; !signal.aborted; tries++) {
      let waitMs: number | undefined
      try {
        await session.withToken(async (token) => {
          const headers = { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) }
          for await (const event of readEvents(await api.send('events', { token, headers, signal }))) {
            tries = 0
            if (event.id) lastId = event.id
            if (signal.aborted) return
            if (event.event === 'reset') lastId = ''
            heard(event)
            tabs.tell({ type: 'event', event })
          }
        })
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ApiError && !error.isTemporary) return refused(error)
        waitMs = error instanceof ApiError ? error.retryAfterMs : undefined
      }
      if (!signal.aborted) await pause(waitMs ?? backoffMs(tries))
    }
  }

  return {
    start() {
      if (running || session.token() === undefined) return
      running = new AbortController()
      const { signal } = running
      // What happened before this tab listened.
      missed()
      void tabs.asLeader(() => read(signal), signal)
    },
    stop() {
      running?.abort()
      running = undefined
    },
  }
}

export type EventFollower = ReturnType<typeof makeEventFollower>
