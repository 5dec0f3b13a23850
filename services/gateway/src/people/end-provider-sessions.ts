import type { GatewayContext } from '../context.ts'

/** Ends the sessions that an identity provider began while it had an issuer. */
export async function endSessionsOfProvider(
  { id: provider, issuer }: { id: string; issuer: string },
  { tenant, collections }: GatewayContext,
): Promise<void> {
  for (;;) {
    const { items } = await collections.sessions.find(tenant, { where: { provider, issuer } })
    for (const { id } of items) await collections.sessions.remove(tenant, id)
    if (items.length < 100) return
  }
}
