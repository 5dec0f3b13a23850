import { callAt, isOutage } from '@frontdesk/contracts'
import type { CollectionDefinition } from '@frontdesk/documents'
import { makeContext } from './context.ts'
import type { Background, BackgroundJob, Committed } from './define.ts'
import { type DueLooks, openDueLooks } from './due-looks.ts'
import type { Hosted } from './hosted.ts'

/** One piece of a service's own work. */
export type BackgroundWork = {
  everyMs: number
  /** Resolves when a run that began after this call is over. */
  runAgain(): Promise<void>
  /** Resolves when nothing of it is under way. */
  idle(): Promise<void>
  stop(): Promise<void>
}

type Work = {
  name: string
  everyMs: number
  run: (context: any) => Promise<unknown>
  /** When it has to look; without, each time. */
  looks?: DueLooks
}

/** When a document is due by one of its fields: milliseconds since 1970, or a timestamp. */
function timeIn(body: Record<string, unknown>, field: string): number | undefined {
  const value = body[field]
  if (typeof value === 'string') return Date.parse(value)
  return typeof value === 'number' ? value : undefined
}

/** A service's own work and its jobs; from here on they hear of what is committed. */
function worksOf({ service, parts }: Hosted): Work[] {
  const { clock, collections } = parts
  const keyOf = (definition: CollectionDefinition<any>): string => {
    const found = Object.entries<CollectionDefinition<any>>(service.collections).find(([, own]) => own === definition)
    if (!found) throw new Error(`${definition.name} is no collection of ${service.name}`)
    return found[0]
  }
  /** Notes when what is committed will be due. */
  const looksAt = (everyMs: number, dueAt: (committed: Committed) => number | undefined): DueLooks => {
    const looks = openDueLooks(clock, everyMs)
    parts.watchers.push((committed) => {
      const at = dueAt(committed)
      if (at !== undefined) looks.note(at)
    })
    return looks
  }
  const background = Object.entries<Background<any>>(service.background ?? {}).map(([name, { everyMs, run, due }]) => {
    if (!due) return { name, everyMs, run }
    const collection = collections[keyOf(due.collection)]
    const dueAt = (each: Committed) =>
      each.collection === collection ? timeIn(each.stored.body, due.field) : undefined
    return { name, everyMs, run, looks: looksAt(everyMs, dueAt) }
  })
  const jobs = Object.entries<BackgroundJob<any>>(service.jobs ?? {}).map(([name, { everyMs, open }]) => {
    const job = open()
    parts.watchers.push(job.wake)
    return { name, everyMs, run: job.sweep, looks: looksAt(everyMs, job.dueAt) }
  })
  return [...background, ...jobs]
}

/** Starts a service's own work and its jobs: at once, then every so often, never twice at the same time in one process. */
export function runBackground(hosted: Hosted): BackgroundWork[] {
  const { parts, shutdown } = hosted
  const { clock } = parts
  return worksOf(hosted).map(({ name, everyMs, run, looks }) => {
    let running: Promise<void> | undefined
    let callOff = () => {}

    const begin = () => {
      const context = makeContext(parts, { tenant: '', signal: shutdown })
      looks?.begin()
      running ??= run(context)
        .then((found) => looks?.end(found === true))
        .catch((error) => {
          looks?.end(true)
          // Every tick meanwhile meets it too: a line each, without a stack.
          if (isOutage(error))
            context.log.warn({ work: name, detail: error.message }, 'background work waits for a server')
          else context.log.error({ work: name, err: error }, 'background work failed and will be retried')
        })
        .finally(() => {
          running = undefined
        })
      return running
    }
    let isStopped = false
    const tick = () => {
      if (isStopped) return
      if (!running && (looks?.isTime() ?? true)) void begin()
      callOff = callAt(clock, clock.now() + everyMs, tick, { keepsAlive: false })
    }
    tick()

    return {
      everyMs,
      async runAgain() {
        await running
        if (!isStopped) await begin()
      },
      async idle() {
        await running
      },
      async stop() {
        isStopped = true
        callOff()
        await running
      },
    }
  })
}
