import type { LiveEvent, Schemas } from '@frontdesk/client'
import type { Query } from '@tanstack/react-query'
import { client } from './client.ts'
import { store } from './live-store.ts'
import { isSignedOut, noteSignedOut, queryClient, sessionEvents } from './query-client.ts'

/** Whether what is on screen follows the server. */
export type LiveState = { is: 'connecting' | 'live' } | { is: 'offline'; since: number }

/** Lists that are read again after a change of that type. */
const changedLists: Partial<Record<Schemas['ChangeType'], string>> = {
  'draft.changed': 'drafts',
  'view.changed': 'views',
  'reply.changed': 'replies',
  'team.changed': 'teams',
  'policy.changed': 'policies',
}

/** `id`: the number of the event, or of the newest that was heard; empty where there is none. */
type Told = { event: LiveEvent; id: string } | { state: LiveState; id: string } | { asks: 'state' }

/** One tab of a browser reads the stream, for HTTP/1.1 allows six connections to a host; the others hear it from that tab. */
const lockName = 'frontdesk-live'
/** Conversations that changed are read together, this long after the first. */
const gatherMs = 80
const maxIdsPerRead = 100

/** Resolves with the next event of that name; rejects when the signal aborts. */
const next = (target: EventTarget, name: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    target.addEventListener(name, () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Told of every numbered change after the store has it. */
type Listener = (change: Schemas['Change']) => void

/** Told how far a source is read. */
type ProgressListener = (event: Extract<LiveEvent, { type: 'source.progress' }>) => void

/** Told of what concerns whoever has signed in. */
type NotificationListener = (notification: Extract<LiveEvent, { type: 'notification' }>['notification']) => void

/** Queries whose answers change by what the stream tells. */
const followed: ReadonlySet<unknown> = new Set([
  'conversations',
  'counts',
  'thread',
  'drafts',
  'views',
  'notifications',
  'contacts',
  'sources',
  'settings',
  'replies',
  'teams',
  'policies',
  'log',
])

/** Reads again what the stream tells of. A first read that is under way may lack it too: it is repeated when it is done. */
async function readFollowedAgain(): Promise<void> {
  const predicate = ({ queryKey }: Pick<Query, 'queryKey'>) => followed.has(queryKey[0])
  const reading = queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
  const begun = reading.filter(({ state }) => state.status === 'pending')
  void queryClient.invalidateQueries({ predicate })
  await Promise.allSettled(begun.map(({ promise }) => promise))
  await Promise.all(begun.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })))
}

/** Reads the agents again when somebody is here who was not there yet. */
function readUnknownAgent(agentId: string): void {
  const known = queryClient.getQueryData<Schemas['Agent'][]>(['agents'])
  if (known?.every(({ id }) => id !== agentId)) void queryClient.invalidateQueries({ queryKey: ['agents'] })
}

class LiveLog {
  state: LiveState = { is: 'connecting' }
  readonly #stateListeners = new Set<() => void>()
  readonly #listeners = new Set<Listener>()
  readonly #progressListeners = new Set<ProgressListener>()
  readonly #notificationListeners = new Set<NotificationListener>()
  readonly #changed = new Set<string>()
  #channel: BroadcastChannel | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastId = ''

  subscribeState = (listener: () => void): (() => void) => {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onProgress(listener: ProgressListener): () => void {
    this.#progressListeners.add(listener)
    return () => this.#progressListeners.delete(listener)
  }
  onNotification(listener: NotificationListener): () => void {
    this.#notificationListeners.add(listener)
    return () => this.#notificationListeners.delete(listener)
  }

  /** Reads until the signal aborts: itself, or what another tab tells. */
  start(signal: AbortSignal): void {
    const channel = new BroadcastChannel(lockName)
    this.#channel = channel
    let reads = false
    channel.onmessage = ({ data }: MessageEvent<Told>) => {
      if ('asks' in data) {
        if (reads) channel.postMessage({ state: this.state, id: this.#lastId } satisfies Told)
      } else if ('state' in data) {
        this.#lastId ||= data.id
        this.#setState(data.state)
      } else this.#hear(data.id, data.event)
    }
    channel.postMessage({ asks: 'state' } satisfies Told)
    signal.addEventListener('abort', () => channel.close())
    const read = async () => {
      reads = true
      await this.#read(signal)
    }
    // Without locks (an old browser, plain http from elsewhere) each tab reads for itself.
    const held = navigator.locks ? navigator.locks.request(lockName, { signal }, read) : read()
    held.catch((error: unknown) => {
      if (!signal.aborted) console.error(error)
    })
  }

  /** Goes on where it stopped: after a cut by itself, without a network when it is back, without a session when there is one. */
  async #read(signal: AbortSignal): Promise<void> {
    const setOffline = () => {
      if (this.state.is !== 'offline') this.#tellState({ is: 'offline', since: Date.now() })
    }
    while (true) {
      const connection = new AbortController()
      const cut = () => connection.abort()
      window.addEventListener('offline', cut)
      try {
        await this.#follow(AbortSignal.any([signal, connection.signal]), setOffline)
      } catch (error) {
        if (signal.aborted) throw error
        setOffline()
        if (connection.signal.aborted) await next(window, 'online', signal)
        else if (isSignedOut(error)) {
          noteSignedOut(error)
          await next(sessionEvents, 'signed-in', signal)
        } else throw error
      } finally {
        window.removeEventListener('offline', cut)
      }
    }
  }

  async #follow(signal: AbortSignal, onCut: () => void): Promise<void> {
    const after = this.#lastId === '' ? {} : { after: this.#lastId }
    for await (const { id, event } of client.events.stream({ signal, onCut, ...after })) {
      if (this.state.is !== 'live') this.#tellState({ is: 'live' })
      this.#channel?.postMessage({ event, id } satisfies Told)
      this.#hear(id, event)
    }
  }

  /** Every tab knows the newest number, for each may have to go on from there. */
  #hear(id: string, event: LiveEvent): void {
    // The stream starts elsewhere than where this tab stopped: what it has read may lack a change.
    const isGap = event.type === 'ready' && id !== this.#lastId
    if (id !== '') this.#lastId = id
    if (isGap) void readFollowedAgain()
    else this.#apply(event)
  }

  #tellState(state: LiveState): void {
    this.#setState(state)
    this.#channel?.postMessage({ state, id: this.#lastId } satisfies Told)
  }
  #setState(state: LiveState): void {
    this.state = state
    for (const listener of this.#stateListeners) listener()
  }

  #apply(event: LiveEvent): void {
    if (event.type === 'ready') return
    if (event.type === 'source.progress') {
      for (const listener of this.#progressListeners) listener(event)
      return
    }
    if (event.type === 'notification') {
      for (const listener of this.#notificationListeners) listener(event.notification)
      return
    }
    if (event.type === 'presence' || event.type === 'typing') {
      if (event.type === 'presence') readUnknownAgent(event.agentId)
      store.signal(event, Date.now())
      return
    }
    if (event.type === 'reset') {
      store.forgetThreads()
      void queryClient.invalidateQueries()
      return
    }
    const lists = changedLists[event.type]
    if (lists !== undefined) void queryClient.invalidateQueries({ queryKey: [lists] })
    const conversationId = event.conversation?.id ?? event.conversationId
    if (event.type === 'conversation.erased' && conversationId !== undefined) {
      store.removeConversation(conversationId)
      // Where it is open, it is asked for again and is gone.
      void queryClient.invalidateQueries({ queryKey: ['thread', conversationId] })
    } else if (conversationId !== undefined) {
      if (event.message && store.hasThread(conversationId)) store.putMessages(conversationId, [event.message])
      this.#readAgain(conversationId)
    }
    for (const listener of this.#listeners) listener(event)
  }

  /** Events lack what is somebody's own or derived (unread, preview): the conversation is read, with others that changed. */
  #readAgain(conversationId: string): void {
    this.#changed.add(conversationId)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const ids = [...this.#changed].slice(0, maxIdsPerRead)
      for (const id of ids) this.#changed.delete(id)
      const left = this.#changed.values().next().value
      if (left !== undefined) this.#readAgain(left)
      client.get('/api/conversations', { query: { ids, limit: maxIdsPerRead } }).then(
        ({ items }) => store.putConversations(items),
        // The list behind it is read again when the connection is back.
        (error: unknown) => {
          noteSignedOut(error)
          void queryClient.invalidateQueries({ queryKey: ['conversations'] })
        },
      )
    }, gatherMs)
  }
}

export const liveLog = new LiveLog()
