import { inOrder } from './in-order.ts'
import type { OutboxStore } from './outbox.ts'

/** A store that is gone with the page, for browsers that refuse another one. */
export function memoryStore(): OutboxStore {
  const entries = new Map<string, Parameters<OutboxStore['put']>[0]>()
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
