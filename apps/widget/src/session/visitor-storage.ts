import { toJson } from '../api/to-json.ts'
import { attempt } from '../attempt.ts'

/** An answer that was being written when this browser last heard of it. */
export type OpenAnswer = { messageId: string; conversationId: string; clientId: string }

/** What a browser keeps of a visitor. */
export type Stored = {
  token?: string
  expiresAt?: string
  verified?: boolean
  /** The user of a verified session, as the site calls them. */
  user?: string
  /** The conversation that was open last. */
  conversationId?: string
  answers?: OpenAnswer[]
  /** The context of the page that was told last, as JSON. */
  context?: string
}

export type VisitorStorage = {
  read(): Stored
  /** Changes the fields that are given. */
  write(patch: Stored): void
  clear(): void
  /** Removes what is this tab's alone, after another tab has cleared the rest. */
  clearTab(): void
  draft: { read(): string; write(text: string): void }
}

/** Whether a field is as this version writes it. Everything on the site, and each version of the widget, may write there. */
const isSound = ([name, value]: [string, unknown]): boolean =>
  name === 'answers'
    ? Array.isArray(value) && value.every((one) => one?.messageId)
    : typeof value === (name === 'verified' ? 'boolean' : 'string')

/** The storage of a visitor, shared by the tabs of a browser; in memory where the browser refuses it. */
export function openVisitorStorage(widget: string): VisitorStorage {
  const key = `frontdesk:${widget}`
  let inMemory: Stored | undefined
  let draft = ''
  const read = (): Stored => {
    if (inMemory) return inMemory
    return (
      attempt(
        () => Object.fromEntries(Object.entries(JSON.parse(localStorage.getItem(key)!)).filter(isSound)) as Stored,
      ) ?? {}
    )
  }
  const clearTab = () => {
    inMemory = inMemory && {}
    draft = ''
    attempt(() => sessionStorage.removeItem(key))
  }
  return {
    read,
    write(patch) {
      const next = { ...read(), ...patch }
      const isStored = attempt(() => {
        localStorage.setItem(key, toJson(next))
        return true
      })
      if (!isStored) inMemory = next
    },
    clear() {
      clearTab()
      attempt(() => localStorage.removeItem(key))
    },
    clearTab,
    draft: {
      read: () => attempt(() => sessionStorage.getItem(key)) ?? draft,
      write(text) {
        draft = text
        attempt(() => (text ? sessionStorage.setItem(key, text) : sessionStorage.removeItem(key)))
      },
    },
  }
}
