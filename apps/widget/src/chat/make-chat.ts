import { ApiError } from '../api/api-error.ts'
import { makeVisitorApi, type StartedAnswer } from '../api/visitor-api.ts'
import type { Conversation, Message, Session } from '../api/wire.ts'
import type { Host } from '../host.ts'
import { indexedDbStore } from '../outbox/indexed-db-store.ts'
import { makeSender } from '../outbox/make-sender.ts'
import { makeOutbox, type Outgoing } from '../outbox/outbox.ts'
import { postOf } from '../outbox/post-of.ts'
import { makeVisitorSession } from '../session/visitor-session.ts'
import { openVisitorStorage } from '../session/visitor-storage.ts'
import type { Texts } from '../texts/texts.ts'
import { type ChatState, currentOf, initialState, makeStore, noVisitor } from './chat-state.ts'
import { isNew, newConversationId, randomId } from './conversation-ids.ts'
import type { NewsFollower } from './follow-news.ts'
import { makeLiveAnswers } from './live-answers.ts'
import { joinTabs, type TabNote } from './tabs.ts'
import { withMessages } from './timeline.ts'

/** A visitor's chat: its state, and everything that the visitor can do. Each promise of an action resolves when it is done. */
export function makeChat(
  host: Host,
  texts: Texts,
  load: {
    later(): Promise<Pick<typeof import('../extras/extras.ts'), 'reportContext'>>
    news(): Promise<typeof import('./follow-news.ts')>
  },
) {
  const api = makeVisitorApi(host.base)
  const storage = openVisitorStorage(host.widget)
  const { conversationId } = storage.read()
  const store = makeStore(initialState({ texts, isOpen: host.placement !== 'floating', conversationId }))
  const { get, set } = store

  const session = makeVisitorSession({ host, api, storage, opened, left: leave })
  const tabs = joinTabs(host.widget, heardFromTab)
  let news: NewsFollower | undefined
  const outbox = makeOutbox<StartedAnswer>({
    store: indexedDbStore(host.widget),
    post: (entry) => session.withToken((token) => api.post(token, entry.idempotencyKey, postOf(entry, host.tellsPage))),
    accepted,
    moved(from, to) {
      if (get().conversationId === from) show(to)
    },
    changed: (outgoing) => set({ outgoing, ...followNew(outgoing) }),
    exclusively: tabs.exclusively,
    now: Date.now,
  })

  const drain = makeSender({
    async drain() {
      const result = await outbox.drain()
      tabs.tell({ type: 'outbox' })
      return result
    },
    refused: refuse,
    paused: (pausedUntil) => set({ pausedUntil }),
  })
  const answers = makeLiveAnswers({
    api,
    session,
    storage,
    store,
    ended(answer) {
      if (answer?.state === 'failed') speak(get().texts.answerFailed)
      return refresh()
    },
  })

  /** After a reload, a new conversation whose messages still wait is shown again. */
  function followNew(outgoing: Outgoing[]): Partial<ChatState> {
    const { conversationId, messages, sent } = get()
    const [first] = outgoing
    const isEmpty = isNew(conversationId) && messages.length === 0 && sent.length === 0
    if (!first || !isEmpty || outgoing.some(({ conversation }) => conversation === conversationId)) return {}
    return isNew(first.conversation) ? { conversationId: first.conversation } : {}
  }

  function refuse(error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401 || error.status === 403) set({ access: 'refused' })
    else if (error.status === 0 || error.status >= 500) set({ access: get().config ? get().access : 'unreachable' })
  }

  /** Follows what happens, if anything can: while the panel is open, and afterwards as follow-news.ts says. */
  async function listen(): Promise<void> {
    if (get().isOpen || get().conversations.length > 0) (await loadNews()).start()
  }

  async function loadNews() {
    const { makeNewsFollower } = await load.news()
    return (news ??= makeNewsFollower({
      api,
      session,
      tabs,
      host,
      store,
      takeConversations,
      takeMessages,
      markRead,
      refresh,
      refuse,
    }))
  }

  /** Tells the people who answer what the site says of this visit. */
  const reportContext = async () => {
    if (!host.context || session.token() === undefined) return
    await (await load.later()).reportContext({ host, api, session, storage })
  }

  function opened({ conversations }: Session): void {
    if (conversations) takeConversations(conversations)
    void reportContext()
    void listen()
  }

  function takeConversations(conversations: Conversation[]): void {
    const before = unreadIn(get())
    set({ conversations })
    const count = unreadIn(get())
    host.setUnread(count)
    if (count !== before) host.emit('unread', { count })
  }

  const unreadIn = ({ conversations }: Pick<ChatState, 'conversations'>) =>
    conversations.reduce((sum, { unread }) => sum + unread, 0)
  const speak = (announcement: string) => set({ announcement })
  const nameOf = ({ author }: Message) =>
    author.kind === 'ai' ? get().texts.aiName : (author.name ?? get().texts.team)

  /** Conversations that began while this page was open, and of which nothing was read yet. */
  const begun = new Set<string>()
  const goOnIn = (from: string, conversationId: string) => {
    if (get().conversationId !== from || from === conversationId) return
    if (isNew(from)) begun.add(conversationId)
    set({ conversationId })
  }

  function takeMessages(id: string, more: Message[]): void {
    const { messages, conversationId, isOpen } = get()
    if (id !== conversationId) return
    const fresh = more.filter((one) => !messages.some(({ id }) => id === one.id))
    // What is read first of a conversation was there before, unless it began here.
    const isHistory = messages.length === 0 && !begun.has(id)
    if (more.length > 0) begun.delete(id)
    const spoken = fresh.filter(({ author }) => !isHistory && author.kind !== 'customer')
    const all = withMessages(messages, more)
    set({ messages: all, ...(spoken.some(({ author }) => author.kind === 'agent') && { typing: undefined }) })
    for (const message of spoken) {
      const announce = (content: string) => speak(get().texts.announceNew(nameOf(message), content))
      if (message.format !== 'markdown') announce(message.content)
      else
        void import('../markdown/parse-markdown.ts').then(
          ({ textOf }) => announce(textOf(message.content)),
          () => announce(message.content),
        )
      host.emit('message', { conversationId: id, id: message.id, author: message.author, content: message.content })
    }
    if (isOpen && !document.hidden) void markRead()
  }

  /** Up to where a conversation was read: what events tell may come before something that no event told. */
  let read = { conversationId: '', to: 0 }

  /** Reads what is new in the conversation that is shown, and the list of all. */
  async function refresh(): Promise<void> {
    if (session.token() === undefined) return
    const { conversationId, messages } = get()
    try {
      const after = messages.length > 0 && read.conversationId === conversationId ? read.to : 0
      const [list, more] = await session.withToken((token) =>
        Promise.all([
          api.json<{ items: Conversation[] }>('conversations', { token }),
          isNew(conversationId) ? undefined : api.listMessages(token, conversationId, after),
        ]),
      )
      takeConversations(list.items)
      if (!more) return
      if (after === 0 && get().conversationId === conversationId) set({ earlier: more.nextCursor ?? undefined })
      takeMessages(conversationId, more.items)
      read = { conversationId, to: Math.max(after, ...more.items.map(({ sequence }) => sequence)) }
    } catch (error) {
      // The conversation is gone: erased, or of another user.
      if (!(error instanceof ApiError && error.status === 404)) refuse(error)
      else if (get().conversationId === conversationId) show(newConversationId())
    }
  }

  async function markRead(): Promise<void> {
    const current = currentOf(get())
    const last = get().messages.at(-1)
    if (!current?.unread || !last) return
    takeConversations(get().conversations.map((one) => (one === current ? { ...one, unread: 0 } : one)))
    await session
      .withToken((token) => api.postTo(token, `conversations/${current.id}/read`, { sequence: last.sequence }))
      .catch(refuse)
  }

  function heardFromTab(note: TabNote): void {
    if (note.type === 'outbox') void outbox.report()
    else if (note.type === 'signed out') forget()
    else if (note.type !== 'answering') {
      const { forgotten } = get()
      void loadNews().then((news) => get().forgotten === forgotten && news.heardNote(note))
    } else {
      const { conversationId, clientId, messageId, message, from } = note
      goOnIn(from, conversationId)
      addSent({ clientId, conversation: conversationId, message, at: Date.now() })
      // Browsers allow few connections to a host: a tab without a view of the answer hears of it as an event.
      if (get().isOpen && !document.hidden) void answers.follow({ messageId, conversationId, clientId })
      void listen()
    }
  }

  const addSent = (one: ChatState['sent'][number]) =>
    set({ sent: [...get().sent.filter(({ clientId }) => clientId !== one.clientId), one] })

  function accepted(entry: Outgoing, { conversationId, messageId, parts }: StartedAnswer): void {
    const { clientId, conversation, message } = entry
    // Signed out in the meantime.
    if (session.token() === undefined) return
    addSent({ ...entry, conversation: conversationId })
    goOnIn(conversation, conversationId)
    if (get().conversationId === conversationId) storage.write({ conversationId })
    tabs.tell({ type: 'answering', messageId, conversationId, clientId, message, from: conversation })
    void answers.follow({ messageId, conversationId, clientId }, parts)
    void listen()
  }

  async function send(message: string, attachments: Outgoing['attachments'] = []): Promise<void> {
    const id = randomId()
    const entry = { clientId: id, idempotencyKey: id, conversation: get().conversationId, message }
    await outbox.add({ ...entry, ...(attachments.length > 0 && { attachments }) })
    storage.draft.write('')
    await drain()
  }

  function show(conversationId: string): void {
    set({ conversationId, messages: [], earlier: undefined, view: 'conversation', typing: undefined, notice: '' })
    storage.write({ conversationId: isNew(conversationId) ? (undefined as never) : conversationId })
    void refresh()
  }

  function forget(): void {
    storage.clearTab()
    session.forget()
    news?.stop()
    answers.forget()
    set({ ...noVisitor(), forgotten: get().forgotten + 1 })
    host.setUnread(0)
  }

  /** Removes everything of the visitor from this browser, in all its tabs. */
  async function leave(): Promise<void> {
    storage.clear()
    forget()
    tabs.tell({ type: 'signed out' })
    await outbox.clear()
  }

  async function start(): Promise<void> {
    if (session.token() !== undefined) await session.identify().catch(refuse)
    await outbox.report()
    answers.resume()
    void reportContext()
    if (session.token() !== undefined) void refresh().then(listen)
    void drain()
  }

  const wake = () => {
    set({ isOnline: navigator.onLine })
    if (document.hidden) return
    void drain()
    news?.seen()
    if (!get().isOpen) return
    answers.resume()
    void refresh()
  }
  addEventListener('online', wake)
  addEventListener('offline', wake)
  document.addEventListener('visibilitychange', wake)

  return {
    host,
    store,
    storage,
    api,
    session,
    start,
    refresh,
    send,
    show,
    loadConfig: async (language: string) => {
      const config = await api.readConfig(host.widget, language)
      set({ config, access: 'open' })
      return config
    },
    refuse,
    retry: (clientId: string) => outbox.retry(clientId).then(drain),
    discard: (clientId: string) => outbox.discard(clientId),
    startConversation: () => show(newConversationId()),
    takeMessages,
    /** Changes what is known of a conversation. */
    changeConversation: (id: string, patch: Partial<Conversation>) =>
      takeConversations(get().conversations.map((one) => (one.id === id ? { ...one, ...patch } : one))),
    /** The visitor writes: the session is opened ahead. */
    typed(text: string) {
      storage.draft.write(text)
      if (!text) return
      session.ensure().catch(refuse)
    },
    setOpen(isOpen: boolean) {
      set({ isOpen })
      news?.panelChanged()
      if (isOpen) void markRead()
    },
    async refreshHost() {
      await session.identify().catch(refuse)
      await reportContext()
    },
    leave,
  }
}

export type Chat = ReturnType<typeof makeChat>
