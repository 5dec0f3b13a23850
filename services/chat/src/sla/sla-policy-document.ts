import type { BusinessHours, SlaPolicy } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** What decides the targets of a conversation: the enabled policies in their order, and the business hours. */
export type SlaRules = { policies: SlaPolicy[]; hours: BusinessHours | null }

export type SlaPolicyDocument = Omit<SlaPolicy, 'id'>

export const slaPolicies = collection<SlaPolicyDocument>('chat-sla-policies', [{ fields: ['createdAt'] }])
