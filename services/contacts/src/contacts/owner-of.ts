import type { ContactsContext } from '../context.ts'
import { ownersOf } from './claim-addresses.ts'

/** What of an address kind decides, when a conversation names several that belong to different contacts. */
const decisive = ['external', 'email', 'phone']

/** The contact that addresses prove; undefined when they belong to nobody. */
export async function ownerOf(keys: string[], context: ContactsContext): Promise<string | undefined> {
  const owners = await ownersOf(keys, context)
  for (const kind of decisive) {
    const key = keys.find((each) => each.startsWith(`${kind}:`) && owners.has(each))
    if (!key) continue
    const contactId = owners.get(key)!
    // A claim of a contact that never came to be decides nothing.
    const stored = await context.collections.contacts.get(context.tenant, contactId)
    if (stored) return stored.body.mergedInto ?? contactId
  }
  return undefined
}
