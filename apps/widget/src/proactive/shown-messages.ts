import { toJson } from '../api/to-json.ts'
import type { Shown } from './is-due.ts'

type ShownMessages = {
  read(): Shown & { isDismissed: boolean }
  add(name: string, today: string): void
  /** The visitor wants no message for the rest of this session. */
  dismiss(): void
}

/**
 * What this browser remembers of the messages of a widget; undefined where it refuses its storage: a message that can't be
 * remembered would come on every page.
 */
export function openShownMessages(widget: string): ShownMessages | undefined {
  const key = `frontdesk:${widget}:messages`
  const parse = <T>(storage: Storage, without: T): T => JSON.parse(storage.getItem(key) ?? 'null') ?? without
  const ofSession = () => parse(sessionStorage, { names: [] as string[], isDismissed: false })
  const shown: ShownMessages = {
    read() {
      const { names, isDismissed } = ofSession()
      return { days: parse(localStorage, {}), session: names, isDismissed }
    },
    add(name, today) {
      const session = ofSession()
      sessionStorage.setItem(key, toJson({ ...session, names: [...session.names, name] }))
      localStorage.setItem(key, JSON.stringify({ ...parse(localStorage, {}), [name]: today }))
    },
    dismiss() {
      sessionStorage.setItem(key, JSON.stringify({ ...ofSession(), isDismissed: true }))
    },
  }
  try {
    shown.read()
    // Some browsers let read and refuse to write.
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(`${key}?`, '')
      storage.removeItem(`${key}?`)
    }
    return shown
  } catch {
    return undefined
  }
}
