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

export type Scalar = string | number | boolean | null
/**
 * `has`: an array field contains it; `hasAny`: one of them. `contains`: a text field contains it, whatever the case.
 */
export type Condition =
  | Scalar
  | { in: Scalar[] }
  | { gte?: Scalar; gt?: Scalar; lte?: Scalar; lt?: Scalar }
  | { has: Scalar }
  | { hasAny: Scalar[] }
  | { contains: string }
  | { exists: boolean }
/** All of them hold. Names are dotted paths into the body, or `id`. */
export type Where = Record<string, Condition>
export type Sort = { field: string; direction: 'asc' | 'desc' }
export const ascending = (field: string): Sort => ({ field, direction: 'asc' })
export const descending = (field: string): Sort => ({ field, direction: 'desc' })

/**
 * `fields` are dotted paths, equality ones first, the sorted one last. Every index starts with the tenant by itself. `covers`:
 * what scans and `readFields` read beside these, so that an adapter may keep it in the index and read no body. Such a field is
 * absent or has a text or a number; one that may be null is not asked for with `exists`, and one with a truth value for nothing else. An index of `id` alone is for that only.
 */
export type Index = { fields: string[]; unique?: boolean; acrossTenants?: boolean; covers?: string[] }

/** What a document needs beside the documents: what backups and the doctor look for. */
export type References = {
  /** Blobs of its tenant, by id. */
  blobs?: string[]
  /** It is to be found by questions: a document under its id tells of `chunks`. */
  isSearched?: boolean
  /** Texts that only the encryption key opens, for the purpose and the owner that they were sealed for. */
  secrets?: { purpose: string; owner: string; sealed: string }[]
  /**
   * How many chunks of which contents the index is to hold, and in which space of its tenant. `isEarlierFormat`: the index has
   * another format by now, in which they are still to be written.
   */
  chunks?: {
    generation: string
    dimensions: number
    contents: { contentId: string; chunks: number }[]
    isEarlierFormat?: boolean
  }
}

/** Declared in code by the service that owns it; created at start, idempotently. */
export type CollectionDefinition<T extends Body> = {
  /** Unique over all services: `chat-conversations`. */
  name: string
  indexes: Index[]
  /** What a document refers to, as long as it stands; nothing unless told. */
  refersTo?(stored: Pick<Stored<T>, 'tenant' | 'id' | 'body'>): References
  /** Only for the type. */
  readonly bodyType?: T
}

/** True when a document has a field `blobId`, or one that ends so, within five levels. */
type NamesBlob<T, Level extends 1[] = []> = 0 extends 1 & T
  ? false
  : Level['length'] extends 6
    ? false
    : T extends readonly (infer E)[]
      ? NamesBlob<E, [...Level, 1]>
      : T extends object
        ? { [K in keyof T]-?: K extends `${string}lobId` ? true : NamesBlob<T[K], [...Level, 1]> }[keyof T]
        : false

type Refers<T extends Body> = Pick<CollectionDefinition<T>, 'refersTo'>

/**
 * Declares a collection. Documents that name blobs must tell which of them they need (`refersTo`): backups hold and the
 * doctor looks for no other ones.
 */
export const collection = <T extends Body>(
  name: string,
  indexes: Index[] = [],
  ...[refers]: true extends NamesBlob<T> ? [refers: Required<Refers<T>>] : [refers?: Refers<T>]
): CollectionDefinition<T> => ({ name, indexes, ...(refers as Refers<T> | undefined) })

export type Find = {
  where?: Where
  /** Ties go by id, in the same direction. Default: by id. */
  sort?: Sort
  /** 1–1,000; default 100. */
  limit?: number
  /** The `nextCursor` of the page before, for the same `where` and `sort`; without one it begins. A bad one throws `invalid_request`. */
  cursor?: string | null | undefined
}

/**
 * A walk along an index, in the order of a text field, that looks at a bounded number of documents. Documents without that
 * field are left out.
 */
export type Scan = {
  /**
   * What the walk meets: values that fields must equal, and bounds of the sorted field, as an index that ends in the sorted
   * field serves them. Fields may have several values (`in`), 64 combinations at most: the bound is shared between them.
   */
  along?: Where
  /** Which of the documents that it meets are wanted. */
  where?: Where
  sort: Sort
  /** Documents that are looked at; 1–20,000. */
  lookAtMost: number
  /** Documents that are answered; 1–2,000. */
  limit: number
  /** The `nextCursor` of the scan before, for the same `along`, `where` and `sort`; without one it begins. A bad one throws `invalid_request`. */
  cursor?: string | null | undefined
  /** Dotted paths to texts, numbers or truth values that are answered beside the id. */
  fields?: string[]
}
/**
 * Ids of the documents found, in order, with the values of the fields (null where absent). `nextCursor` is null only when
 * everything was looked at: a page with fewer than `limit`, even with none, may have one.
 */
export type Scanned = { items: { id: string; values: Scalar[] }[]; nextCursor: string | null }

/** `where` narrows what is counted; `fields` are dotted paths to texts, numbers, truth values or lists of these. */
export type CountBy = { where?: Where; fields: string[] }
/** How many documents have these values, in the order of the fields. An absent field is null. */
export type Counted = { values: (Scalar | Scalar[])[]; count: number }

/**
 * `field` is a dotted path to a list of texts in which none stands twice. `where` narrows the documents, `contains` the
 * texts, whatever the case. An index on the fields of `where` and then `field` spares the reading of bodies.
 */
export type CountEach = { where?: Where; field: string; contains?: string; limit: number }

/** All writes are durable (synced) when they resolve. Reads see every write that resolved before them. */
export interface Collection<T extends Body> {
  get(tenant: string, id: string): Promise<Stored<T> | undefined>
  /** One reading of the store: all of them as they were at one moment. Absent ones are left out. */
  getMany(tenant: string, ids: string[]): Promise<Stored<T>[]>

  /** Some fields (dotted paths, null where absent) of the documents with these ids: cheaper than all of `getMany`. In no order. */
  readFields(tenant: string, ids: string[], fields: string[]): Promise<Scanned['items']>

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
  /** Like `find` in the order of an index, with a bound on what is looked at, however few fit. */
  scan(tenant: string, scan: Scan): Promise<Scanned>
  /** How many there are; with `atMost` it stops counting there. */
  count(tenant: string, where?: Where, atMost?: number): Promise<number>
  /**
   * Counts a tenant's documents by the values of some fields, each combination once, in no order. It is counted where the
   * documents are, so that a hundred thousand of them hold nobody up.
   */
  countBy(tenant: string, countBy: CountBy): Promise<Counted[]>
  /**
   * How many of a tenant's documents have each text in their lists: the most frequent first, ties by the text, at most
   * `limit` (1–1,000) of them. It is counted where the documents are.
   */
  countEach(tenant: string, countEach: CountEach): Promise<{ value: string; count: number }[]>
  /** `find` over all tenants, for background work; needs an index `acrossTenants`. */
  findAcrossTenants(find: Find): Promise<Stored<T>[]>

  /** Documents with events that are not settled, oldest write first, whoever committed them. */
  unsettled(limit: number): Promise<Stored<T>[]>
  /**
   * Takes the events up to and with this one out of the outbox; none when it is not there, as in a document that was
   * removed and made again. Changes no revision, so it never makes a compare-and-set fail.
   */
  settle(tenant: string, id: string, eventId: string): Promise<void>

  /**
   * Every document of every tenant, by tenant and id, a page in memory at a time: for backups and background checks. Each
   * is as it was when its page was read.
   */
  all(): AsyncIterable<Stored<T>>
  /**
   * Writes documents as `all` gave them, with their revision, sequence and outbox: for a store that is being restored.
   * Throws `conflict` when one is there already.
   */
  restore(documents: Stored<T>[]): Promise<void>

  eraseTenant(tenant: string): Promise<void>
}

/** Documents of a store that is only read; a collection that is not there is empty. */
export type DocumentsReader = {
  all<T extends Body>(definition: CollectionDefinition<T>): AsyncIterable<Stored<T>>
  get<T extends Body>(definition: CollectionDefinition<T>, tenant: string, id: string): Promise<Stored<T> | undefined>
  /** How many documents have events that are not settled. */
  countUnsettled(definition: CollectionDefinition<any>): Promise<number>
}

export interface Documents {
  /** The same object for the same name. */
  collection<T extends Body>(definition: CollectionDefinition<T>): Promise<Collection<T>>
  /** Resolves when the backend can work now; throws `unavailable` otherwise. */
  check(): Promise<void>
  close(): Promise<void>
}
