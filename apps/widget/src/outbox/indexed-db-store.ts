import { inOrder, memoryStore } from './memory-store.ts'
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
  let opened = open(`frontdesk:${widget}`).catch(() => undefined)
  const inMemory = memoryStore()

  async function attempt<T>(
    work: (messages: IDBObjectStore, conversations: IDBObjectStore) => T | Promise<T>,
    instead: () => Promise<T>,
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
    return instead()
  }
  const write = (
    work: (messages: IDBObjectStore, conversations: IDBObjectStore) => void,
    instead: () => Promise<void>,
  ) => attempt(work, instead, 'readwrite')

  return {
    list: () =>
      attempt(async (messages, conversations) => {
        const [entries, from, to] = await Promise.all([
          resultOf<Outgoing[]>(messages.getAll()),
          resultOf(conversations.getAllKeys()),
          resultOf<string[]>(conversations.getAll()),
        ])
        return inOrder(entries, new Map(from.map((key, index) => [key, to[index]!])))
      }, inMemory.list),
    put: (entry) =>
      write(
        (messages) => void messages.put(entry),
        () => inMemory.put(entry),
      ),
    remove: (clientId) =>
      write(
        (messages) => void messages.delete(clientId),
        () => inMemory.remove(clientId),
      ),
    created: (from, conversationId) =>
      write(
        (_, conversations) => void conversations.put(conversationId, from),
        () => inMemory.created(from, conversationId),
      ),
    clear: () =>
      write((messages, conversations) => {
        messages.clear()
        conversations.clear()
      }, inMemory.clear),
  }
}
