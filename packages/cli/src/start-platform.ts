import { analytics } from '@frontdesk/analytics'
import { channels } from '@frontdesk/channels'
import { chat } from '@frontdesk/chat'
import { contacts } from '@frontdesk/contacts'
import { copilot } from '@frontdesk/copilot'
import { crawler } from '@frontdesk/crawler'
import { gateway } from '@frontdesk/gateway'
import { ingest } from '@frontdesk/ingest'
import { policyEngine } from '@frontdesk/policy-engine'
import { retrieval } from '@frontdesk/retrieval'
import { type Clock, type Log, type Service, startServices } from '@frontdesk/service'
import { webhookDispatcher } from '@frontdesk/webhook-dispatcher'
import { z } from 'zod'

/** Every service there is. The gateway is last: it lets clients in when the others are there. */
export const services: Service[] = [
  policyEngine,
  retrieval,
  crawler,
  ingest,
  chat,
  copilot,
  contacts,
  channels,
  analytics,
  webhookDispatcher,
  gateway,
]

/** What the gateway tells whoever started it. */
const gatewayFacts = z.object({ port: z.number().int(), apiKey: z.string().optional() })

export type Platform = {
  /** Undefined when everything is on servers. */
  dataDir?: string | undefined
  port: number
  /** The bootstrap key, only when it was generated just now. */
  apiKey?: string | undefined
  /** Whether answers come from a language model, and which. */
  model: string | null
  stop(): Promise<void>
}

/** Runs every service in this process, on one data folder. Every setting is read from `env`. */
export async function startPlatform(options: {
  env: Record<string, string | undefined>
  log: Log
  clock?: Clock
  /** How long servers that do not answer yet are waited for; a minute unless told. */
  patienceMs?: number
}): Promise<Platform> {
  const { opened, running, stop } = await startServices(services, options)
  return {
    dataDir: opened.dataDir,
    model: opened.ports.models.chat,
    ...gatewayFacts.parse(running.facts),
    stop,
  }
}
