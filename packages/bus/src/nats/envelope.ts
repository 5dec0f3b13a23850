import { fromWireError, type ServiceError, toWireError } from '@frontdesk/contracts'
import { headers as emptyHeaders, type MsgHdrs } from '@nats-io/transport-node'
import { z } from 'zod'
import type { Headers } from '../port.ts'

/** One line of JSON: a header by itself could hold neither a line break nor a space at its end. */
const envelopeHeader = 'Frontdesk-Envelope'
const errorHeader = 'Frontdesk-Error'

const text = z.string()
const eventEnvelope = z.object({
  id: text,
  subject: text,
  tenant: text,
  key: text,
  sequence: z.number(),
  headers: z.record(text, text),
})
const deadEnvelope = eventEnvelope.extend({
  group: text,
  reason: z.object({ code: text, message: text }),
  attempts: z.number(),
  at: z.number(),
})
const requestEnvelope = z.object({ tenant: text, headers: z.record(text, text) })

export type EventEnvelope = z.infer<typeof eventEnvelope>
export type DeadEnvelope = z.infer<typeof deadEnvelope>
type RequestEnvelope = { tenant: string; headers: Headers }

export function enveloped(envelope: EventEnvelope | DeadEnvelope | RequestEnvelope): MsgHdrs {
  const carrying = emptyHeaders()
  carrying.set(envelopeHeader, JSON.stringify(envelope))
  return carrying
}

/** Undefined for what is not ours: anybody with access to the server may publish. */
function read<T>(schema: z.ZodType<T>, headers: MsgHdrs | undefined): T | undefined {
  const line = headers?.get(envelopeHeader)
  if (!line) return undefined
  try {
    return schema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

export const readEvent = (headers: MsgHdrs | undefined) => read(eventEnvelope, headers)
export const readDead = (headers: MsgHdrs | undefined) => read(deadEnvelope, headers)
export const readRequest = (headers: MsgHdrs | undefined) => read(requestEnvelope, headers)

/** An error as the headers of a reply. */
export function errorHeaders(error: unknown): MsgHdrs {
  const carrying = emptyHeaders()
  carrying.set(errorHeader, JSON.stringify(toWireError(error)))
  return carrying
}

/** The error that a reply carries, if it does. */
export function readError(headers: MsgHdrs | undefined): ServiceError | undefined {
  const line = headers?.get(errorHeader)
  return line ? fromWireError(JSON.parse(line)) : undefined
}
