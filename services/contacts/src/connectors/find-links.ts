import { derivedId } from '@frontdesk/contracts'
import type { ContactsContext } from '../context.ts'

/** A link is named for what it links on our side. */
export const linkIdOf = (connectorId: string, ours: string): string => derivedId('cnn', connectorId, ours)
/** Of a contact that is several there (it was merged here), each but the first has a link of its own. */
export const furtherLinkIdOf = (connectorId: string, ours: string, theirs: string): string =>
  derivedId('cnn', connectorId, ours, theirs)

/** What stands for something of ours on other sides. */
export async function linksOf(ours: string, { tenant, collections }: ContactsContext) {
  return (await collections.connectorLinks.find(tenant, { where: { ours }, limit: 1_000 })).items
}
