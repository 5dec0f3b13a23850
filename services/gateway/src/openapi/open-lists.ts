import { change, escalationReason, outboundEventType, selectedEvent } from '@frontdesk/contracts'
import type { z } from 'zod'
import { problem } from '../answer/problem.ts'
import { visitorEscalationReason } from '../visitors/visitor-views.ts'
import type { Schema } from './schema-type.ts'

/** Error codes, event types and reasons: docs/versioning.md promises clients that these lists grow. */
const openLists = [
  problem.shape.code,
  outboundEventType,
  selectedEvent,
  change.shape.type,
  escalationReason,
  visitorEscalationReason,
]
const valuesOfOpenLists = new Set<object>(openLists.map((list) => list._zod.def.entries))

/**
 * Of a list that grows, replies say the known values without closing it, because generated clients refuse what is not in an
 * `enum`. Requests keep the `enum`: there an unknown value is an error.
 */
export function openList(schema: Schema, { _zod: { def } }: z.core.$ZodTypes): void {
  if (!schema.enum || !('entries' in def) || !valuesOfOpenLists.has(def.entries)) return
  schema['x-extensible-enum'] = schema.enum
  delete schema.enum
}

/** Says the known values of an open list to people. */
export function describeOpenList(schema: Schema): void {
  const values = schema['x-extensible-enum']
  if (!values) return
  const known = `Known values, to which later versions can add: ${values.map((value) => `\`${value}\``).join(', ')}`
  schema.description = [schema.description, known].filter(Boolean).join('. ')
}
