import { ApiError } from '../api/api-error.ts'
import type { MessagePage } from '../api/visitor-api.ts'
import type { ConversationState, Message } from '../api/wire.ts'
import { isNew } from '../chat/conversation-ids.ts'
import type { Chat } from '../chat/make-chat.ts'
import { type Answer, withMessages } from '../chat/timeline.ts'
import type { AllTexts } from '../texts/texts.ts'

/** All texts. Read from the store, because those of the extras come with the extras, after what a view was given. */
export const textsOf = ({ store }: Pick<Chat, 'store'>) => store.get().texts as AllTexts

/** Resolves when the conversation that is shown exists. */
function created({ store }: Chat): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.listen(() => {
      if (isNew(store.get().conversationId)) return
      stop()
      resolve()
    })
  })
}

/** Asks for a person. Before the first message, the wish itself becomes one. */
export async function handOver(chat: Chat): Promise<void> {
  const { session, api, store } = chat
  const begun = store.get().forgotten
  if (isNew(store.get().conversationId)) {
    void chat.send(textsOf(chat).askForPerson)
    await created(chat)
    if (store.get().forgotten !== begun) return
  }
  const { conversationId } = store.get()
  try {
    const { state, expectedAt } = await session.withToken((token) =>
      api.postTo<{ state: ConversationState; expectedAt?: string }>(token, `conversations/${conversationId}/handover`),
    )
    chat.changeConversation(conversationId, { state, ...(expectedAt && { expectedAt }) })
    await chat.refresh()
  } catch (error) {
    chat.refuse(error)
    store.set({ notice: textsOf(chat).unreachable })
  }
  store.set({ isAsked: false })
}

/** Asks again what the platform could not answer. */
export async function askAgain({ store, send }: Chat, { clientId, messageId }: Answer): Promise<void> {
  const { sent, messages, answers } = store.get()
  const text =
    sent.find((one) => one.clientId === clientId)?.message ?? messages.find((one) => one.clientId === clientId)?.content
  store.set({ answers: answers.filter((one) => one.messageId !== messageId) })
  if (text) await send(text)
}

/** The visitor wants no more of an answer. What came of it stays. */
export async function stopAnswer({ session, api, refuse, host }: Chat, { messageId }: Answer): Promise<void> {
  host.root.querySelector('textarea')?.focus()
  await session.withToken((token) => api.postTo(token, `messages/${messageId}/stop`)).catch(refuse)
}

/** The visitor is done with the conversation. */
export async function closeConversation({ session, api, store, refresh, refuse }: Chat): Promise<void> {
  const { conversationId } = store.get()
  await session.withToken((token) => api.postTo(token, `conversations/${conversationId}/close`)).catch(refuse)
  await refresh()
}

/** Says whether an answer helped. */
export async function rateAnswer(chat: Chat, message: Message, helpful: boolean): Promise<void> {
  const { session, api, store } = chat
  chat.takeMessages(store.get().conversationId, [{ ...message, feedback: { helpful } }])
  chat.store.set({ announcement: textsOf(chat).thanks })
  await session
    .withToken((token) => api.postTo(token, 'feedback', { messageId: message.id, helpful }))
    .catch(chat.refuse)
  await chat.refresh()
}

/** Says how the conversation was, from 1 to 5. Throws `ApiError`. */
export async function rateConversation(chat: Chat, score: number, comment: string): Promise<void> {
  const { conversationId } = chat.store.get()
  const rating = { score, ...(comment && { comment }) }
  await chat.session.withToken((token) => chat.api.postTo(token, `conversations/${conversationId}/rating`, rating))
  chat.changeConversation(conversationId, { rating })
  chat.host.emit('rated', { conversationId, ...rating })
}

const typingEveryMs = 4_000
let typingSentAt = 0

/** Tells the people of the conversation that the visitor writes, now and then. What comes of it makes no difference. */
export function sendTyping({ session, api }: Chat, conversationId: string): void {
  if (Date.now() - typingSentAt < typingEveryMs) return
  typingSentAt = Date.now()
  session.withToken((token) => api.postTo(token, `conversations/${conversationId}/typing`)).catch(() => {})
}

/** Ends the session, on the platform too: for shared computers. */
export async function signOut({ session, api, leave }: Chat): Promise<void> {
  const token = session.token()
  void leave()
  if (token) await api.json('session', { method: 'DELETE', token }).catch(() => {})
}

/** Reads the page of messages before those that are shown. */
export async function showEarlier(chat: Chat): Promise<void> {
  const { conversationId, earlier } = chat.store.get()
  if (earlier === undefined) return
  try {
    const { items, nextCursor } = await chat.session.withToken((token) =>
      chat.api.json<MessagePage>(`conversations/${conversationId}/messages?limit=100&cursor=${earlier}`, { token }),
    )
    const now = chat.store.get()
    if (now.conversationId !== conversationId || now.earlier !== earlier) return
    chat.store.set({ earlier: nextCursor ?? undefined, messages: withMessages(now.messages, items) })
  } catch (error) {
    chat.refuse(error)
  }
}

/** Asks for the conversation as a mail, to the address that the site vouches for. */
export async function mailTranscript(chat: Chat): Promise<void> {
  const { session, api, store } = chat
  const { conversationId } = store.get()
  const texts = textsOf(chat)
  const say = (notice: string) => store.set({ notice })
  await session
    .withToken((token) => api.postTo(token, `conversations/${conversationId}/transcript`))
    .then(
      () => say(texts.transcriptSent),
      (error) => say(error instanceof ApiError && error.status === 403 ? texts.transcriptRefused : texts.unreachable),
    )
}
