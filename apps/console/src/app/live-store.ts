import type { Schemas } from '@frontdesk/client'
import { useSyncExternalStore } from 'react'

export type Conversation = Schemas['Conversation']
export type Message = Schemas['Message']
export type Presence = { agentId: string; state: 'viewing' | 'replying' | 'noting'; until: number }

/** Presence is sent every 20 s and ends after 30. */
const presenceMs = 30_000
const typingMs = 10_000

/** The records that screens show, by id, as they were last read or told. Lists hold ids. */
export class LiveStore {
  readonly #conversations = new Map<string, Conversation>()
  readonly #threads = new Map<string, readonly Message[]>()
  readonly #presence = new Map<string, Presence & { conversationId: string }>()
  readonly #typing = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  #version = 0

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  version = (): number => this.#version
  #changed() {
    this.#version++
    for (const listener of this.#listeners) listener()
  }

  conversation = (id: string): Conversation | undefined => this.#conversations.get(id)
  conversations = (): Iterable<Conversation> => this.#conversations.values()
  /** Oldest first. */
  thread = (conversationId: string): readonly Message[] => this.#threads.get(conversationId) ?? none

  putConversations(read: readonly Conversation[]): void {
    for (const each of read) {
      const known = this.#conversations.get(each.id)
      // A list that was on its way may be older than what the stream told.
      if (!known || known.updatedAt <= each.updatedAt) this.#conversations.set(each.id, each)
    }
    if (read.length > 0) this.#changed()
  }

  removeConversation(id: string): void {
    this.#threads.delete(id)
    if (this.#conversations.delete(id)) this.#changed()
  }

  /** Adds messages to a thread in any order; those with the id of one that is there replace it. */
  putMessages(conversationId: string, read: readonly Message[]): void {
    const byId = new Map(this.thread(conversationId).map((each) => [each.id, each]))
    for (const each of read) byId.set(each.id, each)
    this.#threads.set(
      conversationId,
      [...byId.values()].sort((a, b) => a.sequence - b.sequence),
    )
    this.#changed()
  }

  /** Whether a thread has been read: what the stream tells of others is not kept. */
  hasThread = (conversationId: string): boolean => this.#threads.has(conversationId)
  forgetThreads(): void {
    this.#threads.clear()
    this.#changed()
  }

  /** Who else is in a conversation now. */
  presentIn(conversationId: string, now: number): Presence[] {
    return [...this.#presence.values()].filter((each) => each.conversationId === conversationId && each.until > now)
  }
  isTyping = (conversationId: string, now: number): boolean => (this.#typing.get(conversationId) ?? 0) > now

  /** Applies what has no number. What has one names a conversation, which is read anew by whoever calls. */
  signal(event: Schemas['PresenceEvent'] | Schemas['TypingEvent'], now: number): void {
    if (event.type === 'typing') this.#typing.set(event.conversationId, now + typingMs)
    else if (event.conversationId === null) this.#presence.delete(event.agentId)
    else {
      const { agentId, conversationId, state } = event
      this.#presence.set(agentId, { agentId, conversationId, state, until: now + presenceMs })
    }
    this.#changed()
  }
}

const none: readonly never[] = []

export const store = new LiveStore()

/** What a component takes from the store; it is drawn anew when that is another value. */
export function useStore<T>(select: (store: LiveStore) => T): T {
  useSyncExternalStore(store.subscribe, store.version)
  return select(store)
}
