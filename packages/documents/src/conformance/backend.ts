import { randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'
import type { Body, Collection, Documents, Index, NewEvent } from '../port.ts'

export type OpenDocuments = () => Promise<Documents>

/** Documents on one backend, closed after each test. */
export function onBackend(open: OpenDocuments) {
  const opened: Documents[] = []
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((documents) => documents.close()))
  }
  afterEach(closeAll)

  async function start(): Promise<Documents> {
    const documents = await open()
    opened.push(documents)
    return documents
  }

  return {
    start,
    /** Lets go of the backend altogether and comes back. */
    async restart() {
      await closeAll()
      return start()
    },
    /** A collection that nobody used before. */
    async fresh<T extends Body = any>(indexes: Index[] = []): Promise<Collection<T>> {
      return (await start()).collection<T>({ name: uniqueName(), indexes })
    },
  }
}

/** A name for a collection that nobody used on this backend before. */
export const uniqueName = () => `conformance-${randomUUID().slice(0, 8)}`

let made = 0
/** An event that a write causes. */
export const event = (body: unknown = {}): NewEvent => ({
  id: `evt-${++made}`,
  subject: 'event.conformance.thing.happened.v1',
  headers: { time: '2026-01-01T00:00:00.000Z' },
  body,
})

/** Every document of a tenant's list, page by page. */
export async function allPages<T extends Body>(
  from: Collection<T>,
  tenant: string,
  find: Parameters<typeof from.find>[1],
) {
  const ids: string[] = []
  const sizes: number[] = []
  let cursor: string | null = null
  do {
    const page = await from.find(tenant, { ...find, ...(cursor !== null && { cursor }) })
    ids.push(...page.items.map((stored) => stored.id))
    sizes.push(page.items.length)
    cursor = page.nextCursor
  } while (cursor !== null)
  return { ids, sizes }
}
