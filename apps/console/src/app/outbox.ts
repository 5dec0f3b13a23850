import { FrontdeskError, type Schemas } from '@frontdesk/client'
import { client } from './client.ts'
import { type DraftFile, type DraftKind, deleteDraft, readLocalDraft } from './drafts.ts'
import { liveLog } from './live-log.ts'
import { store } from './live-store.ts'
import { LocalRecords } from './local-records.ts'
import { noteSignedOut, sessionEvents } from './query-client.ts'

/** A message that was sent by somebody, and that the server has not confirmed. */
export type Waiting = {
  /** Also its idempotency key: tried again, it is the same message. */
  clientId: string
  agentId: string
  conversationId: string
  kind: DraftKind
  content: string
  createdAt: string
  files: DraftFile[]
  mentions?: Schemas['CreateMessageRequestMentions']
  /** What becomes of the conversation in the same write. */
  after?: Schemas['MessageThen']
  /** The newest message that its writer had seen. */
  sawSequence: number
  /** Of the draft that it was, which goes when it is sent. */
  draftRevision: number
  /** Not before then, in milliseconds since 1970: it can be taken back until then. */
  sendAt: number
  problem?: { code: string; status: number; detail: string; requestId: string }
}

const lockName = 'frontdesk-outbox'
const tryAgainMs = 5_000
const records = new LocalRecords<Waiting>('outbox')

/** Refused for now: it waits for the connection, the server or the next sign-in. */
const isPassing = ({ status, code }: FrontdeskError): boolean =>
  code === 'unreachable' || status === 401 || status === 429 || status === 503

type MovedListener = (message: Waiting) => boolean
const movedListeners = new Set<MovedListener>()
let timer: ReturnType<typeof setTimeout> | undefined

const inOrder = (): Waiting[] =>
  records
    .entries()
    .map(([, each]) => each)
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))

/**
 * Messages on their way out. They are kept in this browser until the server has them, are sent in the order in which they
 * were written, by one tab at a time, and are shown as waiting until then.
 */
export const outbox = {
  read: () => records.read(),
  subscribe: records.subscribe,
  version: records.version,
  /** Those of a conversation, or all of an agent's, oldest first. */
  of: (agentId: string, conversationId?: string): Waiting[] =>
    inOrder().filter((each) => each.agentId === agentId && (!conversationId || each.conversationId === conversationId)),

  /** Takes a message. It is shown at once, and sent when it is its turn. */
  async add(message: Waiting): Promise<void> {
    await records.set(message.clientId, message)
    void outbox.send(message.agentId)
  },
  /** Takes it back; undefined when it is gone already. */
  cancel(clientId: string): Waiting | undefined {
    const found = records.get(clientId)
    void records.delete(clientId)
    return found
  },
  /** Drops it for good. */
  forget: (clientId: string): Promise<void> => records.delete(clientId),
  /** Tries one again that was refused. */
  async retry(clientId: string): Promise<void> {
    const found = records.get(clientId)
    if (!found) return
    const { problem: _, ...again } = found
    await outbox.add({ ...again, sendAt: 0 })
  },
  /** Told of a reply that was not sent, because the conversation has newer messages; the first that takes it has it. */
  onMoved(listener: MovedListener): () => void {
    movedListeners.add(listener)
    return () => movedListeners.delete(listener)
  },

  /** Sends what may go, unless another tab is at it. */
  async send(agentId: string): Promise<void> {
    const run = () => sendAll(agentId)
    await (navigator.locks ? navigator.locks.request(lockName, run) : run())
  },

  /** Sends what waits whenever there is a chance for it, until the signal aborts. */
  start(agentId: string, signal: AbortSignal): void {
    const send = () => void outbox.send(agentId)
    window.addEventListener('online', send, { signal })
    sessionEvents.addEventListener('signed-in', send, { signal })
    const stop = liveLog.subscribeState(() => {
      if (liveLog.state.is === 'live') send()
    })
    signal.addEventListener('abort', () => {
      stop()
      clearTimeout(timer)
    })
    send()
  },
}

async function sendAll(agentId: string): Promise<void> {
  clearTimeout(timer)
  /** Conversations whose next message has to wait, so that the order stays. */
  const held = new Set<string>()
  let again = Number.POSITIVE_INFINITY
  for (;;) {
    const next = outbox.of(agentId).find(({ conversationId }) => !held.has(conversationId))
    if (!next) break
    const waitMs = next.sendAt - Date.now()
    if (next.problem || waitMs > 0 || !navigator.onLine) {
      held.add(next.conversationId)
      if (!next.problem && waitMs > 0) again = Math.min(again, waitMs)
    } else if (!(await sendOne(next))) {
      held.add(next.conversationId)
      again = Math.min(again, tryAgainMs)
    }
  }
  if (again !== Number.POSITIVE_INFINITY) timer = setTimeout(() => void outbox.send(agentId), again)
}

/** False when it has to be tried again. */
async function sendOne(message: Waiting): Promise<boolean> {
  const { clientId, conversationId, kind, content, files, mentions, after, sawSequence } = message
  try {
    const sent = await client.post('/api/conversations/{conversationId}/messages', {
      path: { conversationId },
      idempotencyKey: clientId,
      body: {
        ...{ kind, content, clientId },
        ...(kind === 'reply' && { sawSequence }),
        ...(files.length > 0 && { attachments: files.map(({ id }) => id) }),
        ...(mentions && { mentions }),
        // biome-ignore lint/suspicious/noThenProperty: the word of the HTTP contract; nobody awaits a message
        ...(after && { then: after }),
      },
    })
    store.putMessages(conversationId, [sent])
    // Who wrote the next one had seen this one.
    for (const later of outbox.of(message.agentId, conversationId)) {
      if (later.clientId !== clientId) await records.set(later.clientId, { ...later, sawSequence: sent.sequence })
    }
    await records.delete(clientId)
    await forgetDraft(message)
    return true
  } catch (problem) {
    noteSignedOut(problem)
    if (!(problem instanceof FrontdeskError)) throw problem
    if (isPassing(problem)) return false
    if (problem.code === 'conversation_moved') {
      await records.delete(clientId)
      for (const listener of [...movedListeners].reverse()) if (listener(message)) break
      return true
    }
    const { code, status, detail, requestId } = problem
    await records.set(clientId, { ...message, problem: { code, status, detail, requestId } })
    return false
  }
}

/** The server's draft goes with the message that it became, unless something is written there again. */
async function forgetDraft({ agentId, conversationId, kind, draftRevision }: Waiting): Promise<void> {
  if (draftRevision === 0 || readLocalDraft(agentId, conversationId, kind)?.content) return
  // Else it is shown again in another window, until it is sent or emptied there.
  await deleteDraft(conversationId, kind).catch(() => {})
}
