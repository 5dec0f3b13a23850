import type { Draft, DraftKind } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/**
 * A draft of an agent. One that was deleted stays for a while without its words, so that its revision goes on: whoever has
 * an older one in hand is told, and overwrites nothing.
 */
export type DraftDocument = Draft & { deletedAt?: string }

export const drafts = collection<DraftDocument>('chat-drafts', [
  { fields: ['agentId', 'updatedAt'] },
  { fields: ['conversationId'] },
  { fields: ['deletedAt'], acrossTenants: true },
])

export const draftIdOf = (agentId: string, conversationId: string, kind: DraftKind): string =>
  `${agentId} ${conversationId} ${kind}`
