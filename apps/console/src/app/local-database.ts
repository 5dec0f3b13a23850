/** What this browser keeps of its own, beside what the server has: drafts, and messages that were not sent yet. */
const stores = ['drafts', 'outbox'] as const
export type StoreName = (typeof stores)[number]

const name = 'frontdesk'
const version = 1

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function within<T>(store: StoreName, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) {
  const database = await open()
  return done(work(database.transaction(store, mode).objectStore(store)))
}

/** Every record of a store, by its key. */
export async function readRecords<T>(store: StoreName): Promise<Map<string, T>> {
  const [keys, values] = await Promise.all([
    within(store, 'readonly', (each) => each.getAllKeys()),
    within<T[]>(store, 'readonly', (each) => each.getAll()),
  ])
  return new Map(keys.map((key, i) => [String(key), values[i]!]))
}
export async function writeRecord(store: StoreName, key: string, value: unknown): Promise<void> {
  await within(store, 'readwrite', (each) => each.put(value, key))
}
export async function deleteRecord(store: StoreName, key: string): Promise<void> {
  await within(store, 'readwrite', (each) => each.delete(key))
}
