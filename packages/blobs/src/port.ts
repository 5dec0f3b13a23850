import type { Readable } from 'node:stream'

export type BlobInfo = { id: string; bytes: number; sha256: string }

/** Bytes of any size under a tenant and an id. Ids are `[A-Za-z0-9_-]{1,128}`; anything else throws `invalid_request`. */
export interface Blobs {
  /**
   * Streams in; memory stays bounded. Resolves when it is durable (synced); until then nobody sees it, and a blob of the
   * same id is replaced in one step. Above `maxBytes` throws `payload_too_large` and leaves nothing behind; the same
   * when the stream fails or `signal` aborts.
   */
  put(
    tenant: string,
    id: string,
    content: Readable | AsyncIterable<Uint8Array> | Uint8Array,
    options?: { maxBytes?: number; signal?: AbortSignal },
  ): Promise<BlobInfo>
  /** Throws `not_found`. */
  stream(tenant: string, id: string): Promise<Readable>
  /** The whole of it, at most `maxBytes` (default 64 MB, else `payload_too_large`). Throws `not_found`. */
  read(tenant: string, id: string, options?: { maxBytes?: number }): Promise<Uint8Array>
  exists(tenant: string, id: string): Promise<boolean>
  /** False when there is none. */
  remove(tenant: string, id: string): Promise<boolean>
  /** Ids of a tenant with their age, in any order. One that is put while this lists may come twice. */
  list(tenant: string): AsyncIterable<{ id: string; bytes: number; modifiedAt: number }>
  eraseTenant(tenant: string): Promise<void>
  check(): Promise<void>
  close(): Promise<void>
}
