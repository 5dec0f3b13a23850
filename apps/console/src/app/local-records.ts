import { deleteRecord, readRecords, type StoreName, writeRecord } from './local-database.ts'

type Told<T> = { key: string; value?: T }

/**
 * Records of one kind in IndexedDB, and in memory, so that they are there at once. Every tab of the browser has the same.
 * Without IndexedDB (private windows of some browsers) they last as long as the page.
 */
export class LocalRecords<T> {
  readonly #name: StoreName
  readonly #records = new Map<string, T>()
  readonly #listeners = new Set<() => void>()
  readonly #channel: BroadcastChannel
  #version = 0
  #reading: Promise<void> | undefined

  constructor(name: StoreName) {
    this.#name = name
    this.#channel = new BroadcastChannel(`frontdesk-${name}`)
    this.#channel.onmessage = ({ data }: MessageEvent<Told<T>>) => this.#apply(data)
  }

  /** Resolves when what an earlier visit left is in memory. */
  read(): Promise<void> {
    this.#reading ??= readRecords<T>(this.#name).then(
      (found) => {
        // What was written since is newer.
        for (const [key, value] of found) if (!this.#records.has(key)) this.#records.set(key, value)
        this.#changed()
      },
      () => {},
    )
    return this.#reading
  }

  get = (key: string): T | undefined => this.#records.get(key)
  entries = (): [key: string, value: T][] => [...this.#records]
  version = (): number => this.#version
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when it stands in the database; it is in memory at once. */
  async set(key: string, value: T): Promise<void> {
    this.#apply({ key, value })
    this.#channel.postMessage({ key, value } satisfies Told<T>)
    await writeRecord(this.#name, key, value).catch(() => {})
  }
  async delete(key: string): Promise<void> {
    this.#apply({ key })
    this.#channel.postMessage({ key } satisfies Told<T>)
    await deleteRecord(this.#name, key).catch(() => {})
  }

  #apply({ key, value }: Told<T>): void {
    if (value === undefined) this.#records.delete(key)
    else this.#records.set(key, value)
    this.#changed()
  }
  #changed(): void {
    this.#version++
    for (const listener of this.#listeners) listener()
  }
}
