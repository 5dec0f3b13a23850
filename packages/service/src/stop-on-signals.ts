import { endProcess } from './end-process.ts'
import type { Log } from './log.ts'

/**
 * A second signal, or this much time, ends a stop that does not come to an end by itself. A gateway lets answers run out for
 * 15 s, then chat for 15 s; a pod has 45 s, of which it serves 5.
 */
const stopLimitMs = 38_000

/** Stops on SIGTERM or SIGINT (and logs rejections that nobody awaits) and ends the process: 0 when the stop was clean, 1 otherwise. */
export function stopOnSignals(log: Log, stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = (signal: string) => {
    if (isStopping) return endProcess(1)
    isStopping = true
    log.info({ signal }, 'stopping: finishing work in progress')
    setTimeout(() => endProcess(1), stopLimitMs).unref()
    stop().then(
      () => endProcess(0),
      (error) => {
        log.error({ err: error }, 'the stop was not clean; everything that was accepted is on disk')
        endProcess(1)
      },
    )
  }
  // A promise that nobody awaits must not take every other conversation of this process down with it.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
