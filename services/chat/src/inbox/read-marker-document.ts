import { collection } from '@frontdesk/documents'

/** How far an agent has read a conversation: up to the message of that sequence. */
export type ReadMarker = { agentId: string; conversationId: string; sequence: number; at: string }

/** Keyed by agent and conversation, so that a page of a list finds its markers by their ids. */
export const readMarkers = collection<ReadMarker>('chat-read-markers', [
  { fields: ['conversationId'] },
  // Lists and counts look up a thousand of them at once.
  { fields: ['id'], covers: ['sequence'] },
])

export const markerIdOf = (agentId: string, conversationId: string): string => `${agentId} ${conversationId}`
