import { type Frontdesk, type StartOptions, startFrontdesk } from '@frontdesk/testing'
import { afterAll, beforeAll } from 'vitest'
import { type ApiClient, apiClient } from './api-client.ts'

export type ScenarioPlatform = {
  baseUrl: string
  /** An admin of the tenant `default`. */
  api: ApiClient
  apiKey: string
  /** An admin of a new tenant. */
  newTenant(name: string): Promise<ApiClient & { tenant: string }>
}

/** One Frontdesk for all the tests of a file, started before the first and stopped after the last. */
export function usePlatform(options: StartOptions | (() => Promise<StartOptions>) = {}): ScenarioPlatform {
  let frontdesk: Frontdesk | undefined
  let api: ApiClient | undefined
  beforeAll(async () => {
    frontdesk = await startFrontdesk(typeof options === 'function' ? await options() : options)
    api = apiClient(frontdesk.baseUrl, frontdesk.apiKey)
  })
  afterAll(() => frontdesk?.stop())
  return {
    get baseUrl() {
      return frontdesk!.baseUrl
    },
    get apiKey() {
      return frontdesk!.apiKey
    },
    get api() {
      return api!
    },
    async newTenant(name) {
      const { tenant, apiKey } = await frontdesk!.tenant(name)
      return { ...apiClient(frontdesk!.baseUrl, apiKey), tenant }
    },
  }
}
