import { z } from 'zod'

/** What the server's monitoring endpoint says of JetStream: `sync_interval` in nanoseconds (https://docs.nats.io, varz). */
const varz = z.object({
  jetstream: z.object({
    config: z.object({ sync_interval: z.number().optional(), sync_always: z.boolean().optional() }).optional(),
  }),
})

const answerMs = 2_000
const nanosPerSecond = 1_000_000_000

/** When the server writes what it acknowledged through to the disk. */
export type SyncToDisk = { kind: 'always' } | { kind: 'every'; seconds: number } | { kind: 'unknown'; reason: string }

/** Asks the monitoring endpoint (`http://nats:8222`); without one nobody but the operator of the server can know. */
export async function readSyncToDisk(monitoringUrl: string | undefined): Promise<SyncToDisk> {
  if (monitoringUrl === undefined) return { kind: 'unknown', reason: 'NATS_MONITORING_URL is not set' }
  try {
    const reply = await fetch(new URL('varz', `${monitoringUrl.replace(/\/$/, '')}/`), {
      signal: AbortSignal.timeout(answerMs),
    })
    const { config } = varz.parse(await reply.json()).jetstream
    if (config?.sync_always) return { kind: 'always' }
    if (config?.sync_interval === undefined) return { kind: 'unknown', reason: 'the server does not report it' }
    return { kind: 'every', seconds: config.sync_interval / nanosPerSecond }
  } catch (error) {
    return { kind: 'unknown', reason: `${monitoringUrl} does not answer as NATS does (${(error as Error).name})` }
  }
}
