import { ApiError } from '../api/api-error.ts'
import { readEvents, type ServerEvent } from '../api/read-events.ts'
import type { VisitorApi } from '../api/visitor-api.ts'
import type { VisitorSession } from '../session/visitor-session.ts'
import { randomId } from './conversation-ids.ts'
import { backoffMs, pause } from './follow-answers.ts'
import { pollMs, streamUntil } from './news-times.ts'
import { makeEventReader, type ReaderOptions } from './read-live-events.ts'
import type { TabNote, Tabs } from './tabs.ts'

type Options = Omit<ReaderOptions, 'missed'> & {
  api: VisitorApi
  session: VisitorSession
  tabs: Tabs
  /** Reads the conversations again: events may have been missed. */
  refresh(): Promise<void>
  refuse(error: ApiError): void
}

/** A tab says again that its panel is open, so that one that crashed is forgotten. */
const openEveryMs = 120_000
const openForMs = 180_000
/** How often it is looked whether the stream is still wanted. */
const checkMs = 5_000
/** Until then after the start, what was read at the start is still the newest. */
const lateMs = 1_000

/**
 * Reads what happens in the visitor's conversations, in one tab of the browser; the others hear it from that tab. While a
 * panel is open, and for a while after it was closed (`streamUntil`), that is one stream, which goes on after breaks without
 * missing an event. Later the tab asks now and then, while a page of the site is seen.
 */
export function makeNewsFollower({ api, session, tabs, refresh, refuse, ...reading }: Options) {
  const { store } = reading
  const read = makeEventReader({ ...reading, missed: refresh })
  const tab = randomId()
  /** Until when the panels of other tabs count as open. */
  const openTabs = new Map<string, number>()
  // Without locks each tab would open a stream, and end that of the tab before.
  const mayOutlast = 'locks' in navigator
  let running: AbortController | undefined
  let closedAt = Date.now()
  let startedAt = 0
  let lastId = ''
  let polls = 0
  let polledAt = 0
  let renewing: ReturnType<typeof setInterval>
  let wake = () => {}

  const tellPanel = () => tabs.tell({ type: 'panel', tab, isOpen: store.get().isOpen })
  const wantedUntil = (): number => {
    const { isOpen, conversations } = store.get()
    if (isOpen) return Number.POSITIVE_INFINITY
    const own = mayOutlast ? streamUntil(conversations, closedAt, Date.now()) : 0
    return Math.max(own, ...openTabs.values())
  }
  const isWanted = () => wantedUntil() > Date.now()

  function heard(event: ServerEvent): void {
    if (event.id) lastId = event.id
    if (event.event === 'reset') lastId = ''
    read(event)
  }

  /** Reads the stream until it is not wanted any more. */
  async function follow(stop: AbortSignal): Promise<void> {
    const over = new AbortController()
    const signal = AbortSignal.any([stop, over.signal])
    const timer = setInterval(() => isWanted() || over.abort(), checkMs)
    try {
      for (let tries = 0; !signal.aborted; tries++) {
        let waitMs: number | undefined
        try {
          await session.withToken(async (token) => {
            const isLate = lastId === '' && Date.now() - startedAt > lateMs
            const headers = { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) }
            for await (const event of readEvents(await api.send('events', { token, headers, signal }))) {
              tries = 0
              if (signal.aborted) return
              heard(event)
              // Whoever reads in place of a tab that is gone has no id to go on from.
              if (event.event === 'ready' && isLate) void refresh()
              tabs.tell({ type: 'event', event })
            }
          })
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof ApiError) {
            if (!error.isTemporary) {
              running?.abort()
              return refuse(error)
            }
            // Too many streams of this network: whoever has an open panel comes first.
            if (error.status === 429 && !store.get().isOpen) closedAt = 0
            waitMs = error.retryAfterMs
          }
        }
        if (!isWanted()) return
        if (!signal.aborted) await pause(waitMs ?? backoffMs(tries))
      }
    } finally {
      clearInterval(timer)
    }
  }

  /** Asks once what is new, and tells the other tabs. */
  async function poll(): Promise<void> {
    polledAt = Date.now()
    const before = JSON.stringify(store.get().conversations)
    await refresh()
    const { conversations } = store.get()
    if (JSON.stringify(conversations) === before) return
    polls = 0
    for (const conversation of conversations)
      tabs.tell({ type: 'event', event: { event: 'conversation', id: '', data: { conversation } } })
  }

  async function lead(signal: AbortSignal): Promise<void> {
    tabs.tell({ type: 'whose panel is open' })
    while (!signal.aborted) {
      if (isWanted()) {
        polls = 0
        await follow(signal)
        continue
      }
      const reason = await new Promise<'time' | 'woken'>((resolve) => {
        const timer = setTimeout(() => resolve('time'), pollMs(polls))
        wake = () => {
          clearTimeout(timer)
          resolve('woken')
        }
        signal.onabort = wake
      })
      if (signal.aborted || isWanted()) continue
      // Nobody sees a badge on a hidden page: another tab may be seen, and says so.
      if (reason === 'time' && document.hidden) tabs.tell({ type: 'who is seen' })
      else if (Date.now() - polledAt >= pollMs(0)) await poll()
      else continue
      polls++
    }
  }

  return {
    start() {
      if (running || session.token() === undefined) return
      running = new AbortController()
      const { signal } = running
      closedAt = startedAt = Date.now()
      tellPanel()
      renewing = setInterval(() => store.get().isOpen && tellPanel(), openEveryMs)
      void tabs.asLeader(() => lead(signal), signal)
    },
    /** The panel was opened or closed. */
    panelChanged() {
      if (!store.get().isOpen) closedAt = Date.now()
      tellPanel()
      wake()
    },
    /** The page is seen again. */
    seen() {
      wake()
      tabs.tell({ type: 'seen' })
    },
    heardNote(note: TabNote) {
      if (note.type === 'event') heard(note.event)
      else if (note.type === 'panel') {
        if (note.isOpen) openTabs.set(note.tab, Date.now() + openForMs)
        else {
          openTabs.delete(note.tab)
          closedAt = Date.now()
        }
        wake()
      } else if (note.type === 'whose panel is open') {
        if (store.get().isOpen) tellPanel()
      } else if (note.type === 'who is seen') {
        if (!document.hidden) tabs.tell({ type: 'seen' })
      } else if (note.type === 'seen') wake()
    },
    stop() {
      running?.abort()
      running = undefined
      clearInterval(renewing)
      lastId = ''
    },
  }
}

export type NewsFollower = ReturnType<typeof makeNewsFollower>
