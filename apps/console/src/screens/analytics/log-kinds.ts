import type { Schemas } from '@frontdesk/client'

type Kind = Schemas['AuditLogEntryKind']

/** Every kind of entry: one that the API gains does not compile until it is here. */
const all: Record<Kind, true> = {
  bulk: true,
  settings: true,
  suggestion: true,
  agent: true,
  session: true,
  team: true,
  api_key: true,
  contact: true,
  source: true,
  policy: true,
  rehearsal: true,
  suite: true,
  escalation_rule: true,
  sla_policy: true,
  channel: true,
  connector: true,
  webhook_endpoint: true,
  widget: true,
  dead_letter: true,
  retention: true,
  tenant: true,
}
export const logKinds = Object.keys(all) as Kind[]
