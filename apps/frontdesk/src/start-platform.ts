import { analyticsService } from '@frontdesk/analytics'
import { channelsService } from '@frontdesk/channels'
import { chatService } from '@frontdesk/chat'
import { contactsService } from '@frontdesk/contacts'
import { copilotService } from '@frontdesk/copilot'
import { crawlerService } from '@frontdesk/crawler'
import { gatewayService } from '@frontdesk/gateway'
import { ingestService } from '@frontdesk/ingest'
import { policyEngineService } from '@frontdesk/policy-engine'
import { retrievalService } from '@frontdesk/retrieval'
import { type Clock, type Log, type Service, startServices } from '@frontdesk/service'
import { webhookDispatcherService } from '@frontdesk/webhook-dispatcher'
import { z } from 'zod'

/** Every service there is. The gateway is last: it lets clients in when the others are there. */
export const services: Service[] = [
  policyEngineService,
  retrievalService,
  crawlerService,
  ingestService,
  chatService,
  copilotService,
  contactsService,
  channelsService,
  analyticsService,
  webhookDispatcherService,
  gatewayService,
]

/** What the gateway tells whoever started it. */
const gatewayFacts = z.object({
  port: z.number().int(),
  apiKey: z.string().optional(),
  setupUrl: z.string().optional(),
})

export type Platform = {
  /** Undefined when everything is on servers. */
  dataDir?: string | undefined
  port: number
  /** The bootstrap key, only when it was generated just now. */
  apiKey?: string | undefined
  /** A link (or its path) for the first admin of the tenant `default`, while nobody there can sign in. */
  setupUrl?: string | undefined
  /** Whether answers come from a language model, and which. */
  model: string | null
  /** For tests that move the clock: resolves when everything that is due has run. Throws after 30 s. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** Runs every service in this process, on one data folder. Every setting is read from `env`. */
export async function startPlatform(options: {
  env: Record<string, string | undefined>
  log: Log
  clock?: Clock
  /** How long servers that do not answer yet are waited for; a minute unless told. */
  patienceMs?: number
  /** Answer probes on `PORT` while the start is under way. */
  probes?: boolean
}): Promise<Platform> {
  const { opened, running, stop } = await startServices(services, options)
  return {
    dataDir: opened.dataDir,
    model: opened.ports.models.chat,
    ...gatewayFacts.parse(running.facts),
    settle: running.settle,
    stop,
  }
}
