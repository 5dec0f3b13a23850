import { movableClock, openLog, removeNamespace, systemClock } from '@frontdesk/service'
import { startPlatform } from './start-platform.ts'

export type EmbeddedOptions = {
  /** Every setting, as `frontdesk start` reads them from the environment. */
  env: Record<string, string | undefined>
  /** `debug`, `info`, `warn`, `error` or `silent`. */
  logLevel: string
  /** Gives it a clock that can be moved. Not on servers, which keep their own time, and not with `NODE_ENV=production`. */
  hasMovableClock?: boolean
}

export type Embedded = {
  port: number
  /** Undefined when everything is on servers. */
  dataDir: string | undefined
  /** Milliseconds since 1970, as the services see it. */
  now(): number
  /** Moves the clock, once all is at rest, and resolves when everything that is due by then has run. */
  advance(ms: number): Promise<void>
  stop(): Promise<void>
}

/** Runs every service in this process. What `@frontdesk/testing` stands on; no promise to others. */
export async function startEmbedded({ env, logLevel, hasMovableClock }: EmbeddedOptions): Promise<Embedded> {
  const log = openLog({ level: logLevel, terminal: false })
  const clock = hasMovableClock ? movableClock() : undefined
  const { port, dataDir, settle, stop } = await startPlatform({ env, log, patienceMs: 0, ...(clock && { clock }) })
  return {
    port,
    dataDir,
    now: () => (clock ?? systemClock).now(),
    async advance(ms) {
      if (!clock) throw new Error("On servers the clock can't be moved: they have their own time. Leave out `servers`.")
      // Whoever has something in hand would find its lease over.
      await settle()
      clock.move(ms)
      await settle()
    },
    stop,
  }
}

/** Removes what a namespace left on servers. */
export async function clearNamespace(
  namespace: string,
  servers: { natsUrl: string; mongodbUrl: string; elasticsearchUrl: string },
): Promise<void> {
  await removeNamespace(namespace, servers)
}
