import type { EscalationRule } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

export type RuleDocument = Omit<EscalationRule, 'id'>

export const rulesCollection = collection<RuleDocument>('chat-escalation-rules', [{ fields: ['createdAt'] }])
