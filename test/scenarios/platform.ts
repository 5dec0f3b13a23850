import { newTenant, type StartOptions, startFrontdesk } from '@frontdesk/testing'
import { afterAll, beforeAll, inject } from 'vitest'
import { serversOf, startDistributed, together } from '../processes/start-distributed.ts'
import { type ApiClient, apiClient } from './api-client.ts'
import { sharedEnv } from './shared-env.ts'

export type ScenarioPlatform = {
  /** Of a gateway; where there are several, of another one each time. */
  baseUrl: string
  /** An admin of a tenant of this file alone. */
  api: ApiClient
  apiKey: string
  /** An admin of a new tenant. */
  newTenant(name: string): Promise<ApiClient & { tenant: string }>
}

type Options = Pick<StartOptions, 'env'>

/** What a file's tests run against, in either mode. */
type Opened = { gateways: string[]; adminToken: string; stop(): Promise<void> }

const adminToken = 'an-admin-token-of-the-scenarios'

async function embedded({ env }: Options): Promise<Opened> {
  const { baseUrl, stop } = await startFrontdesk({ env: { ADMIN_TOKEN: adminToken, ...env } })
  return { gateways: [baseUrl], adminToken, stop }
}

async function sharedPlatform(at: string): Promise<Opened> {
  const reply = await fetch(`${at}/enter`)
  if (!reply.ok) throw new Error(await reply.text())
  const { gateways, adminToken } = (await reply.json()) as Omit<Opened, 'stop'>
  const stop = async () => {
    await fetch(`${at}/leave`)
  }
  return { gateways, adminToken, stop }
}

/** One that several files share; a file with settings of its own has its own, with every service in each of two processes. */
async function distributed({ env }: Options): Promise<Opened> {
  if (env && env !== sharedEnv) return startDistributed({ servers: serversOf()!, processes: together(2), env })
  return sharedPlatform(inject('sharedAt'))
}

const open = process.env.SCENARIOS === 'distributed' ? distributed : embedded

/** One Frontdesk for all the tests of a file, started before the first and stopped after the last. */
export function usePlatform(options: Options | (() => Promise<Options>) = {}): ScenarioPlatform {
  let opened: Opened | undefined
  let own: { apiKey: string; api: ApiClient } | undefined
  let requests = 0
  const baseUrl = () => opened!.gateways[requests++ % opened!.gateways.length]!
  beforeAll(async () => {
    opened = await open(typeof options === 'function' ? await options() : options)
    const { apiKey } = await newTenant(baseUrl(), opened.adminToken, 'scenario')
    own = { apiKey, api: apiClient(baseUrl, apiKey) }
  })
  afterAll(() => opened?.stop())
  return {
    get baseUrl() {
      return baseUrl()
    },
    get apiKey() {
      return own!.apiKey
    },
    get api() {
      return own!.api
    },
    async newTenant(name) {
      const { tenant, apiKey } = await newTenant(baseUrl(), opened!.adminToken, name)
      return { ...apiClient(baseUrl, apiKey), tenant }
    },
  }
}
