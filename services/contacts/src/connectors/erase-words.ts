import type { Removed } from '@frontdesk/contracts'
import { pagesOf } from '@frontdesk/documents'
import type { ContactsContext } from '../context.ts'
import type { SyncDocument } from './connector-document.ts'
import { linksOf } from './find-links.ts'

/** In place of what the other side said. */
const erased = 'It was erased.'

/** As people write the same address in several ways. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s()./-]/g, '')

/**
 * Takes a contact out of the reports of syncs: what names it, and what the other side said with its name or an address in
 * it. Before its links go, for they tell by which ids the other side names it.
 */
export async function eraseWords(contactId: string, context: ContactsContext): Promise<Removed> {
  const { tenant, collections, commit } = context
  const names = new Set([contactId, ...(await linksOf(contactId, context)).flatMap(({ body }) => body.theirs ?? [])])
  const { name, email, phone, keys = [] } = (await collections.contacts.get(tenant, contactId))?.body ?? {}
  const addresses = keys.map((key) => key.slice(key.indexOf(':') + 1))
  // A short name stands in many words that are about nobody.
  const known = [contactId, name, email, phone, ...addresses].flatMap((text) =>
    text && text.length > 5 ? plain(text) : [],
  )
  const says = (message: string) => known.some((text) => plain(message).includes(text))
  const isAbout = ({ contactId: ours, remoteId, error }: SyncDocument['items'][number]) =>
    names.has(ours ?? '') || names.has(remoteId ?? '') || says(error.message)
  const without = <E extends { code: string; message: string }>(error: E | undefined) =>
    error && says(error.message) ? { ...error, message: erased } : error

  let count = 0
  const withWords = { where: { hasWords: true }, limit: 500 }
  const pages = await Array.fromAsync(pagesOf(collections.connectorSyncs, tenant, withWords))
  for (const { id, body } of pages.flat()) {
    const kept = body.items.filter((item) => !isAbout(item))
    if (kept.length === body.items.length && without(body.error) === body.error) continue
    await commit(collections.connectorSyncs, id, (current) => {
      if (!current) return undefined
      const items = current.body.items.filter((item) => !isAbout(item))
      const error = without(current.body.error)
      return { body: { ...current.body, items, ...(error && { error }) } }
    })
    count += body.items.length - kept.length
  }
  const { items: connectors } = await collections.connectors.find(tenant, { limit: 500 })
  for (const { id, body } of connectors) {
    if (without(body.error) === body.error) continue
    await commit(collections.connectors, id, (current) => {
      const error = without(current?.body.error)
      return current && error ? { body: { ...current.body, error } } : undefined
    })
  }
  return [{ what: 'lines in reports of syncs', count }]
}
