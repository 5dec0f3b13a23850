/** A JSON object. Anything else (dates, bytes, undefined) does not survive, and not every store takes arrays of arrays. */
export type Body = object

/** An event that a write causes, before it has its place in the document's sequence. */
export type NewEvent = { id: string; subject: string; headers: Record<string, string>; body: unknown }
/** An event in the outbox of a document. `sequence` is gapless per document, from 1. */
export type OutboxEvent = NewEvent & { sequence: number }

/** A document as it is stored. `revision` counts its writes from 1; `sequence` is that of the newest event it caused. */
export type Stored<T extends Body> = {
  tenant: string
  id: string
  revision: number
  sequence: number
  body: T
  /** Events that are committed and not yet settled. */
  outbox: OutboxEvent[]
}

type Scalar = string | number | boolean | null
/** `has`: an array field contains it. `contains`: a text field contains it, whatever the case. */
export type Condition =
  | Scalar
  | { in: Scalar[] }
  | { gte?: Scalar; gt?: Scalar; lte?: Scalar; lt?: Scalar }
  | { has: Scalar }
  | { contains: string }
  | { exists: boolean }
/** All of them hold. Names are dotted paths into the body, or `id`. */
export type Where = Record<string, Condition>
export type Sort = { field: string; direction: 'asc' | 'desc' }

/** `fields` are dotted paths, equality ones first, the sorted one last. Every index starts with the tenant by itself. */
export type Index = { fields: string[]; unique?: boolean; acrossTenants?: boolean }

/** Declared in code by the service that owns it; created at start, idempotently. */
export type CollectionDefinition<T extends Body> = {
  /** Unique over all services: `chat-conversations`. */
  name: string
  indexes: Index[]
  /** Only for the type. */
  readonly bodyType?: T
}

export const collection = <T extends Body>(name: string, indexes: Index[] = []): CollectionDefinition<T> => ({
  name,
  indexes,
})

export type Find = {
  where?: Where
  /** Ties go by id, in the same direction. Default: by id. */
  sort?: Sort
  /** 1–1,000; default 100. */
  limit?: number
  /** The `nextCursor` of the page before, for the same `where` and `sort`. A bad one throws `invalid_request`. */
  cursor?: string
}

/** All writes are durable (synced) when they resolve. Reads see every write that resolved before them. */
export interface Collection<T extends Body> {
  get(tenant: string, id: string): Promise<Stored<T> | undefined>
  /** One reading of the store: all of them as they were at one moment. Absent ones are left out. */
  getMany(tenant: string, ids: string[]): Promise<Stored<T>[]>

  /** Creates; when the id exists (or a unique index refuses) nothing changes and `inserted` is false, with what stands there. */
  insert(tenant: string, id: string, body: T, events?: NewEvent[]): Promise<{ inserted: boolean; stored: Stored<T> }>

  /**
   * Compare-and-set, atomic with the outbox: replaces the body and appends the events only while the stored revision is
   * `seen.revision`. Throws `version_conflict` otherwise, `not_found` when it is gone.
   */
  replace(
    seen: Pick<Stored<T>, 'tenant' | 'id' | 'revision' | 'sequence'>,
    body: T,
    events?: NewEvent[],
  ): Promise<Stored<T>>

  /** Writes unconditionally, for projections that are keyed by what they are about. No events. */
  put(tenant: string, id: string, body: T): Promise<void>
  /** Several `put`s, all or (after a crash) any of them. */
  putMany(tenant: string, documents: { id: string; body: T }[]): Promise<void>
  /**
   * Creates those whose id is free and leaves the others as they are: for many small documents that say the same each
   * time. All or (after a crash) any of them.
   */
  addMany(tenant: string, documents: { id: string; body: T }[]): Promise<void>

  /** Removes; only while at `revision` when given. False when there is none (or it moved on). */
  remove(tenant: string, id: string, revision?: number): Promise<boolean>

  find(tenant: string, find: Find): Promise<{ items: Stored<T>[]; nextCursor: string | null }>
  count(tenant: string, where?: Where): Promise<number>
  /** The same over all tenants, for background work; needs an index `acrossTenants`. */
  findAcrossTenants(find: Find): Promise<Stored<T>[]>

  /** Documents with events that are not settled, oldest write first, whoever committed them. */
  unsettled(limit: number): Promise<Stored<T>[]>
  /**
   * Takes the events up to and with this one out of the outbox; none when it is not there, as in a document that was
   * removed and made again. Changes no revision, so it never makes a compare-and-set fail.
   */
  settle(tenant: string, id: string, eventId: string): Promise<void>

  eraseTenant(tenant: string): Promise<void>
}

export interface Documents {
  /** The same object for the same name. */
  collection<T extends Body>(definition: CollectionDefinition<T>): Promise<Collection<T>>
  /** Resolves when the backend can work now; throws `unavailable` otherwise. */
  check(): Promise<void>
  close(): Promise<void>
}
