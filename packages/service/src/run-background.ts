import { callAt, isOutage } from '@frontdesk/contracts'
import { makeContext } from './context.ts'
import type { Background, BackgroundJob } from './define.ts'
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

/** Starts a service's own work and its jobs: at once, then every so often, never twice at the same time in one process. */
export function runBackground({ service, parts, shutdown }: Hosted): BackgroundWork[] {
  const { clock } = parts
  const jobs = Object.entries<BackgroundJob<any>>(service.jobs ?? {}).map(([name, { everyMs, open }]) => {
    const job = open()
    parts.jobs.push(job)
    return [name, { everyMs, run: job.sweep }] as const
  })
  const works = [...Object.entries<Background<any>>(service.background ?? {}), ...jobs]
  return works.map(([name, { everyMs, run }]) => {
    let running: Promise<void> | undefined
    let callOff = () => {}

    const begin = () => {
      const context = makeContext(parts, { tenant: '', signal: shutdown })
      running ??= run(context)
        .catch((error) => {
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
      void begin()
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
