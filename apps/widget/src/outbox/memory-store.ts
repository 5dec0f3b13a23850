import type { OutboxStore, Outgoing } from './outbox.ts'

/** Messages in their order, with the ids of conversations that have been created since. */
export const inOrder = (entries: Iterable<Outgoing>, ids: Map<unknown, string>): Outgoing[] =>
  Array.from(entries, (entry) => ({ ...entry, conversation: ids.get(entry.conversation) ?? entry.conversation })).sort(
    (a, b) => a.order - b.order,
  )

/** A store that is gone with the page, for browsers that refuse another one. */
export function memoryStore(): OutboxStore {
  const entries = new Map<string, Outgoing>()
  const ids = new Map<string, string>()
  return {
    list: async () => inOrder(entries.values(), ids),
    put: async (entry) => void entries.set(entry.clientId, entry),
    remove: async (clientId) => void entries.delete(clientId),
    created: async (from, conversationId) => void ids.set(from, conversationId),
    async clear() {
      entries.clear()
      ids.clear()
    },
  }
}
