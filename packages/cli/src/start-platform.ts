import { chat } from '@frontdesk/chat'
import { copilot } from '@frontdesk/copilot'
import { crawler } from '@frontdesk/crawler'
import { gateway } from '@frontdesk/gateway'
import { ingest } from '@frontdesk/ingest'
import { policyEngine } from '@frontdesk/policy-engine'
import { retrieval } from '@frontdesk/retrieval'
import { type Clock, type Log, openPorts, run, type Service } from '@frontdesk/service'
import { webhookDispatcher } from '@frontdesk/webhook-dispatcher'

/** Every service there is. The gateway is last: it lets clients in when the others are there. */
export const services: Service[] = [policyEngine, retrieval, crawler, ingest, chat, copilot, webhookDispatcher, gateway]

export type Platform = {
  dataDir: string
  stop(): Promise<void>
}

/** Runs every service in this process, on one data folder. `env` is read for all settings. */
export async function startPlatform(options: {
  env: Record<string, string | undefined>
  log: Log
  clock?: Clock
}): Promise<Platform> {
  const { log, clock } = options
  const opened = await openPorts(options.env, log)
  try {
    const running = await run(services, opened.ports, { env: opened.env, log, ...(clock && { clock }) })
    return {
      dataDir: opened.dataDir,
      async stop() {
        await running.stop()
        await opened.close()
      },
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}
