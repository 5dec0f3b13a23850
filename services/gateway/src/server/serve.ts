import type { AddressInfo } from 'node:net'
import type { Started } from '@frontdesk/service'
import type { GatewayContext } from '../context.ts'
import { ensureBootstrap } from '../keys/ensure-bootstrap.ts'
import { logRefusals } from '../people/log-refusals.ts'
import { makeSetupLink } from '../people/setup.ts'
import { defaultTenant } from '../tenants/tenant-document.ts'
import { buildApp } from './build-app.ts'

/**
 * Makes the bootstrap key if absent, then listens on `PORT`. Its facts: `port`, the one that is listened on,
 * `apiKey`, only when the bootstrap key was made just now, and `setupUrl`, while nobody of its tenant can sign in. Closing lets work in hand finish.
 */
export async function serve(context: GatewayContext): Promise<Started> {
  const { apiKey } = await ensureBootstrap(context)
  const setup = await makeSetupLink(context.forTenant(defaultTenant))
  const app = await buildApp(context)
  await context.health.releasePort?.()
  await app.listen({ port: context.config.PORT, host: context.config.HOST })
  const { port } = app.server.address() as AddressInfo
  const close = async () => {
    await app.close()
    await logRefusals(context)
  }
  return { close, facts: { port, ...(apiKey && { apiKey }), ...(setup && { setupUrl: setup.url }) } }
}
