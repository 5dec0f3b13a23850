import { inOrder } from './in-order.ts'
import type { OutboxStore, Outgoing } from './outbox.ts'

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = transaction.onerror = () => reject(transaction.error)
  })

async function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('messages', { keyPath: 'clientId' })
    request.result.createObjectStore('conversations')
  }
  return resultOf(request)
}

/**
 * The store that all tabs share, in IndexedDB. Where the browser has none, as in private frames, or takes it away later, a
 * store in memory; what the lost one held is sent when the page is opened again.
 */
export function indexedDbStore(widget: string): OutboxStore {
  let loading: Promise<OutboxStore> | undefined
  // A file of its own, as few browsers need it.
  const inMemory = () => (loading ??= import('./memory-store.ts').then(({ memoryStore }) => memoryStore()))
  let opened = open(`frontdesk:${widget}`).catch(() => void inMemory())

  async function attempt<T>(
    work: (messages: IDBObjectStore, conversations: IDBObjectStore) => T | Promise<T>,
    instead: (store: OutboxStore) => Promise<T>,
    mode?: IDBTransactionMode,
  ): Promise<T> {
    const database = await opened
    if (database)
      try {
        const transaction = database.transaction(['messages', 'conversations'], mode)
        const result = work(transaction.objectStore('messages'), transaction.objectStore('conversations'))
        if (mode) await finished(transaction)
        return await result
      } catch {
        opened = Promise.resolve(undefined)
      }
    return instead(await inMemory())
  }
  /** Does the same in memory. */
  const writes =
    <Name extends 'put' | 'remove' | 'created' | 'clear'>(
      name: Name,
      work: (...args: [IDBObjectStore, IDBObjectStore, ...Parameters<OutboxStore[Name]>]) => void,
    ) =>
    (...args: Parameters<OutboxStore[Name]>): Promise<void> =>
      attempt(
        (messages, conversations) => work(messages, conversations, ...args),
        (store) => (store[name] as (...given: typeof args) => Promise<void>)(...args),
        'readwrite',
      )

  return {
    list: () =>
      attempt(
        async (messages, conversations) => {
          const [entries, from, to] = await Promise.all([
            resultOf<Outgoing[]>(messages.getAll()),
            resultOf(conversations.getAllKeys()),
            resultOf<string[]>(conversations.getAll()),
          ])
          return inOrder(entries, new Map(from.map((key, index) => [key, to[index]!])))
        },
        (store) => store.list(),
      ),
    put: writes('put', (messages, _, entry) => void messages.put(entry)),
    remove: writes('remove', (messages, _, clientId) => void messages.delete(clientId)),
    created: writes('created', (_, conversations, from, to) => void conversations.put(to, from)),
    clear: writes('clear', (messages, conversations) => {
      messages.clear()
      conversations.clear()
    }),
  }
}
