import type { SourceUsage } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** That an answer cites a source, with what it quotes. It goes with the conversation, and with the source. */
export type CitationRecord = SourceUsage['items'][number] & { sourceId: string }

/** Keyed by source and answer. */
export const citations = collection<CitationRecord>('chat-citations', [
  { fields: ['sourceId', 'at'] },
  { fields: ['conversationId'] },
])
