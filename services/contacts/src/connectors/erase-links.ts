import type { Removed } from '@frontdesk/contracts'
import type { ContactsContext } from '../context.ts'

/**
 * Forgets what stands for things of ours (contacts, conversations) on other sides. What was written there is not ours to
 * take away: the count says how much there is to ask for.
 */
export async function eraseLinks(ours: string[], { tenant, collections }: ContactsContext): Promise<Removed> {
  let links = 0
  let deliveries = 0
  for (const each of ours) {
    const found = await collections.connectorLinks.find(tenant, { where: { ours: each }, limit: 100 })
    for (const { id } of found.items) links += Number(await collections.connectorLinks.remove(tenant, id))
    const about = await collections.connectorDeliveries.find(tenant, { where: { conversationId: each }, limit: 100 })
    for (const { id } of about.items) deliveries += Number(await collections.connectorDeliveries.remove(tenant, id))
  }
  return [
    { what: 'deliveries to connectors', count: deliveries },
    { what: 'links to connectors (what stands there stays there)', count: links },
  ]
}
