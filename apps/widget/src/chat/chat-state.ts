import type { Config, Conversation, Message } from '../api/wire.ts'
import type { Outgoing } from '../outbox/outbox.ts'
import type { Texts } from '../texts/texts.ts'
import { newConversationId } from './conversation-ids.ts'
import type { Answer, Sent } from './timeline.ts'

export type ChatState = {
  config: Config | undefined
  texts: Texts
  /** `refused`: this visitor, or this site, may not use the widget. `unreachable`: the panel could not load what it needs. */
  access: 'loading' | 'open' | 'refused' | 'unreachable'
  isOpen: boolean
  isOnline: boolean
  view: 'conversation' | 'list'
  conversations: Conversation[]
  /** Shown; `new:…` before its first message was sent. */
  conversationId: string
  messages: Message[]
  /** Where the messages before these are; undefined when there are none. */
  earlier: string | undefined
  sent: Sent[]
  outgoing: Outgoing[]
  answers: Answer[]
  /** A person was asked for a moment ago, and the platform has not said yet who answers. */
  isAsked: boolean
  /** Someone of the team who is writing. */
  typing: { conversationId: string; name: string | undefined } | undefined
  /** Too many messages in a short time: the queue goes on by itself then. Milliseconds since 1970. */
  pausedUntil: number
  /** Spoken by assistive technology. */
  announcement: string
  /** What came of something that the visitor asked for, in one line above the conversation. */
  notice: string
  /** How often a visitor was forgotten: what the next one writes begins anew. */
  forgotten: number
}

export type Store = {
  get(): ChatState
  set(patch: Partial<ChatState>): void
  /** Calls the listener after changes, until the returned function is called. */
  listen(listener: () => void): () => void
}

export function makeStore(initial: ChatState): Store {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(patch) {
      state = { ...state, ...patch }
      for (const listener of listeners) listener()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Known = Pick<ChatState, 'texts' | 'isOpen'> & { conversationId: string | undefined }

/** What is known of a visitor who has not been here yet. */
export const noVisitor = () => ({
  conversations: [],
  conversationId: newConversationId(),
  messages: [],
  earlier: undefined,
  sent: [],
  outgoing: [],
  answers: [],
  isAsked: false,
  typing: undefined,
  announcement: '',
  notice: '',
})

/** The state before anything was read. */
export const initialState = ({ texts, isOpen, conversationId }: Known): ChatState => ({
  ...noVisitor(),
  ...(conversationId && { conversationId }),
  config: undefined,
  texts,
  access: 'loading',
  isOpen,
  isOnline: navigator.onLine,
  view: 'conversation',
  pausedUntil: 0,
  forgotten: 0,
})

/** The conversation that is shown, once it exists. */
export const currentOf = ({ conversations, conversationId }: ChatState): Conversation | undefined =>
  conversations.find(({ id }) => id === conversationId)
