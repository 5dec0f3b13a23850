import type { Outgoing } from './outbox.ts'

/** Messages in their order, with the ids of conversations that have been created since. */
export const inOrder = (entries: Iterable<Outgoing>, ids: Map<unknown, string>): Outgoing[] =>
  // Prototype.js has an `Array.from` of its own, which maps nothing.
  [...entries]
    .map((entry) => ({ ...entry, conversation: ids.get(entry.conversation) ?? entry.conversation }))
    .sort((a, b) => a.order - b.order)
