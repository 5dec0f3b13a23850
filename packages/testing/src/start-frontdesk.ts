import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Platform, startPlatform } from '@frontdesk/cli'
import { openLog } from '@frontdesk/service'

export type StartOptions = {
  /** Settings beside the ones that a test needs anyway; they win. */
  env?: Record<string, string>
  /** Keeps the data here instead of in a folder that goes away with `stop`. */
  dataDir?: string
  /** What the platform logs: default `silent`. */
  logLevel?: string
}

export type Frontdesk = {
  /** `http://127.0.0.1:<port>` */
  baseUrl: string
  /** An admin-scope key for the tenant `default`. */
  apiKey: string
  dataDir: string
  /** Makes another tenant with an admin-scope key of its own. */
  tenant(name: string): Promise<{ tenant: string; apiKey: string }>
  stop(): Promise<void>
}

const bootstrapKey = 'testing-bootstrap-key-0123456789abcdef'
const adminToken = 'testing-admin-token-0123456789abcdef'

/** A whole Frontdesk in this process, on a free port of the loopback interface, for integration tests. */
export async function startFrontdesk(options: StartOptions = {}): Promise<Frontdesk> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'frontdesk-')))
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    BOOTSTRAP_API_KEY: bootstrapKey,
    ADMIN_TOKEN: adminToken,
    OUTBOUND_ALLOW: '127.0.0.1/32',
    ...options.env,
    DATA_DIR: dataDir,
  }
  const platform: Platform = await startPlatform({
    env,
    log: openLog({ level: options.logLevel ?? 'silent', terminal: false }),
  })
  const baseUrl = `http://127.0.0.1:${platform.port}`
  return {
    baseUrl,
    apiKey: env.BOOTSTRAP_API_KEY,
    dataDir,
    async tenant(name) {
      const reply = await fetch(`${baseUrl}/admin/tenants`, {
        method: 'POST',
        headers: { authorization: `Bearer ${env.ADMIN_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })
      if (reply.status !== 201) throw new Error(`a tenant could not be made: ${reply.status} ${await reply.text()}`)
      return (await reply.json()) as { tenant: string; apiKey: string }
    },
    async stop() {
      await platform.stop()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
