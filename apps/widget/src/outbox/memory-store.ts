import type { OutboxStore, Outgoing } from './outbox.ts'

export const inOrder = (entries: Outgoing[]): Outgoing[] => entries.sort((a, b) => a.order - b.order)

/** A store that is gone with the page, for browsers that refuse another one. */
export function memoryStore(): OutboxStore {
  const entries = new Map<string, Outgoing>()
  const ids = new Map<string, string>()
  return {
    list: async () =>
      inOrder(
        [...entries.values()].map((entry) => ({
          ...entry,
          conversation: ids.get(entry.conversation) ?? entry.conversation,
        })),
      ),
    put: async (entry) => void entries.set(entry.clientId, entry),
    remove: async (clientId) => void entries.delete(clientId),
    created: async (from, conversationId) => void ids.set(from, conversationId),
    async clear() {
      entries.clear()
      ids.clear()
    },
  }
}
