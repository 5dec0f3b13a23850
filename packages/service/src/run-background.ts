import type { Stop } from '@frontdesk/bus'
import { isOutage } from '@frontdesk/contracts'
import { makeContext } from './context.ts'
import type { Background } from './define.ts'
import type { Hosted } from './hosted.ts'

/** Starts a service's own work: at once, then every so often, never twice at the same time in one process. */
export function runBackground({ service, parts, shutdown }: Hosted): Stop[] {
  return Object.entries<Background<any>>(service.background ?? {}).map(([name, { everyMs, run }]) => {
    let running: Promise<void> | undefined
    const tick = () => {
      running ??= run(makeContext(parts, { tenant: '', signal: shutdown }))
        .catch((error) => {
          // Every tick meanwhile meets it too: a line each, without a stack.
          if (isOutage(error))
            parts.log.warn({ work: name, detail: error.message }, 'background work waits for a server')
          else parts.log.error({ work: name, err: error }, 'background work failed and will be tried again')
        })
        .finally(() => {
          running = undefined
        })
    }
    tick()
    const timer = setInterval(tick, everyMs)
    timer.unref()
    return async () => {
      clearInterval(timer)
      await running
    }
  })
}
