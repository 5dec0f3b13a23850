import type { AddressInfo } from 'node:net'
import type { Started } from '@frontdesk/service'
import { buildApp } from './build-app.ts'
import { watchUnusedConnections } from './close-unused-connections.ts'
import type { GatewayContext } from './context.ts'
import { ensureBootstrap } from './ensure-bootstrap.ts'

/**
 * Makes the bootstrap key if absent, then listens on `PORT`. Its facts: `port`, the one that is listened on, and
 * `apiKey`, only when the bootstrap key was made just now. Closing lets work in hand finish.
 */
export async function serve(context: GatewayContext): Promise<Started> {
  const { apiKey } = await ensureBootstrap(context)
  const app = await buildApp(context)
  const closeUnused = watchUnusedConnections(app.server)
  await app.listen({ port: context.config.PORT, host: context.config.HOST })
  const { port } = app.server.address() as AddressInfo
  const close = async () => {
    const closed = app.close()
    closeUnused()
    await closed
  }
  return { close, facts: { port, ...(apiKey && { apiKey }) } }
}
