import { ApiError } from '../api/api-error.ts'
import { isNew, newConversationId, randomId } from '../chat/conversation-ids.ts'

/** A message of the visitor that the platform has not committed yet, as far as this browser knows. */
export type Outgoing = {
  clientId: string
  /** The same in every try, so that the platform commits the message once. */
  idempotencyKey: string
  /** The conversation's id, or `new:…` for one that its first message creates. */
  conversation: string
  message: string
  attachments?: { id: string; filename: string }[]
  /** Milliseconds since 1970. */
  at: number
  /** Messages are sent in this order. */
  order: number
  /** `rejected` and `stale` ones wait for the visitor, and don't hold up the others. */
  state: 'waiting' | 'rejected' | 'stale'
  /** The code of the rejection. */
  code?: string
}

/** Where messages wait. All tabs of a browser share one store; each method is atomic. */
export type OutboxStore = {
  /** All messages, in their order, with the ids of conversations that have been created since. */
  list(): Promise<Outgoing[]>
  put(entry: Outgoing): Promise<void>
  /** Removing what is not there does nothing. */
  remove(clientId: string): Promise<void>
  /** The conversation `new:…` was created: its messages, also those that are added later, belong to `conversationId`. */
  created(from: string, conversationId: string): Promise<void>
  clear(): Promise<void>
}

/** Messages that are older wait for the visitor's consent. */
export const staleAfterMs = 24 * 3_600_000

export type Accepted = { conversationId: string }

type OutboxOptions<Reply extends Accepted> = {
  store: OutboxStore
  /** Resolves when the platform has committed the message. */
  post(entry: Outgoing): Promise<Reply>
  /** Called for each message after it was accepted. */
  accepted(entry: Outgoing, reply: Reply): void
  /** Called when a conversation is gone, and what was written in it goes to a new one, `to`. */
  moved(from: string, to: string): void
  /** Called whenever the list of messages may have changed. */
  changed(entries: Outgoing[]): void
  /** Runs the work when no other tab of this browser runs its own. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  now(): number
}

/** What a run of the queue came to: nothing waits any more, or when to try again (`undefined`: as the caller thinks best). */
export type DrainResult = 'empty' | { error: ApiError; retryAfterMs: number | undefined }

/**
 * The queue of messages. It loses none and sends none twice, in whatever order connections break, pages reload and tabs
 * close: a message leaves the store only after the platform has committed it, and every try has the same idempotency key.
 */
export function makeOutbox<Reply extends Accepted>(options: OutboxOptions<Reply>) {
  const { store, post, accepted, moved, changed, exclusively, now } = options
  let lastOrder = 0

  const nextOrder = () => {
    lastOrder = Math.max(lastOrder + 1, now())
    return lastOrder
  }
  const report = async () => changed(await store.list())

  /** The next message that may be sent. Marks those that have become too old. */
  async function next(): Promise<Outgoing | undefined> {
    for (const entry of await store.list()) {
      if (entry.state !== 'waiting') continue
      if (now() - entry.at < staleAfterMs) return entry
      await store.put({ ...entry, state: 'stale' })
    }
    return undefined
  }

  /** Whether the store was not cleared for another visitor since. */
  const isKept = async ({ clientId }: Outgoing) => (await store.list()).some((each) => each.clientId === clientId)

  /** The session that a conversation was of is over, or it was erased: nobody's words are lost with it. */
  async function beginAnew(gone: string): Promise<void> {
    const conversation = newConversationId()
    for (const entry of await store.list())
      if (entry.conversation === gone) await store.put({ ...entry, conversation, idempotencyKey: randomId() })
    moved(gone, conversation)
  }

  async function sendAll(): Promise<DrainResult> {
    for (;;) {
      const entry = await next()
      if (!entry) return 'empty'
      try {
        const reply = await post(entry)
        if (entry.conversation !== reply.conversationId) await store.created(entry.conversation, reply.conversationId)
        const waits = await isKept(entry)
        await store.remove(entry.clientId)
        if (waits) accepted(entry, reply)
      } catch (thrown) {
        const error = thrown instanceof ApiError ? thrown : new ApiError(0, 'failed', { cause: thrown })
        if (error.isTemporary || error.status === 401) return { error, retryAfterMs: error.retryAfterMs }
        if (error.status === 404 && !isNew(entry.conversation)) await beginAnew(entry.conversation)
        else if (await isKept(entry)) await store.put({ ...entry, state: 'rejected', code: error.code })
      }
      await report()
    }
  }

  return {
    async add(entry: Omit<Outgoing, 'order' | 'state' | 'at'>): Promise<void> {
      await store.put({ ...entry, at: now(), order: nextOrder(), state: 'waiting' })
      await report()
    },
    /** Sends what waits, one after the other. Calls at the same time, also of other tabs, take turns. */
    drain: (): Promise<DrainResult> => exclusively(sendAll).finally(report),
    /** Lets a rejected or old message go again, as if it had just been written: after those that wait already. */
    async retry(clientId: string): Promise<void> {
      const entry = (await store.list()).find((each) => each.clientId === clientId)
      if (entry) await store.put({ ...entry, at: now(), order: nextOrder(), state: 'waiting' })
      await report()
    },
    async discard(clientId: string): Promise<void> {
      await store.remove(clientId)
      await report()
    },
    /** Forgets what waits: another visitor is next. */
    clear: () => store.clear(),
    report,
  }
}
