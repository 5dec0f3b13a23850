import type { Bus } from '@frontdesk/bus'
import type { Collection } from '@frontdesk/documents'
import type { Hosted } from './hosted.ts'
import type { BackgroundWork } from './run-background.ts'

/** Work that looks for what is due at least so often is run again in every round; rarer work when its time has come. */
const frequentMs = 60_000
const limitMs = 30_000
/** Between two looks at the bus, in real time. */
const pollIntervalMs = 2

const writes = ['insert', 'replace', 'put', 'putMany', 'addMany', 'remove'] as const

/** The same collection; `note` is told of every write to it. */
export function notingWrites<T extends Collection<any>>(collection: T, note: () => void): T {
  const noting: T = Object.create(collection)
  for (const name of writes) {
    const write = collection[name] as (...args: unknown[]) => unknown
    Object.assign(noting, {
      [name](...args: unknown[]) {
        note()
        return write.apply(collection, args)
      },
    })
  }
  return noting
}

type Parts = { bus: Bus; hosted: Hosted[]; background: BackgroundWork[]; activity: () => number }

/**
 * Resolves when nothing is under way any more and nothing more is due: background work has looked, its events were
 * handled, what they caused is done, and a whole round of that began nothing new. Throws after 30 s of real time, naming
 * what is still at work.
 */
export async function settle({ bus, hosted, background, activity }: Parts): Promise<void> {
  const deadline = performance.now() + limitMs
  const within = async <T>(work: Promise<T>, what: string): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      const message = `after ${limitMs / 1_000} s there is still something at work: ${what}`
      timer = setTimeout(() => reject(new Error(message)), Math.max(0, deadline - performance.now()))
    })
    return Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
  }

  async function atRest() {
    await Promise.all(hosted.map(({ relay }) => relay.idle()))
    while (!(bus.isQuiet?.() ?? true)) await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    for (const { parts } of hosted) {
      await Promise.all([...parts.detached].filter((work) => !parts.lasting.has(work)))
    }
  }

  for (;;) {
    const before = activity()
    await within(
      Promise.all(background.map((work) => (work.everyMs <= frequentMs ? work.runAgain() : work.idle()))),
      'background work',
    )
    await within(atRest(), 'events or what they caused')
    if (activity() === before) return
  }
}
