import type { OutboundHttp } from '@frontdesk/outbound-http'
import { systemClock } from '@frontdesk/service'
import { z } from 'zod'
import { callApi } from './call-api.ts'
import { ConnectorError, type Helpdesk, type OurContact, type RemoteContact, type Ticket } from './helpdesk.ts'
import { writeTranscript } from './write-transcript.ts'

export const hubspotUrl = 'https://api.hubapi.com'

/** HubSpot's names of what we share. */
const modified = 'lastmodifieddate'
const properties = ['firstname', 'lastname', 'email', 'phone', modified]
/** HubSpot-defined: ticket to contact. */
const ticketToContact = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 16 }
/** The default pipeline: stage 1 is New, stage 4 is Closed. */
const pipeline = '0'
const stages = { open: '1', escalated: '1', resolved: '4', closed: '4' } as const

const pageSize = 100
/** Writes come into searches with a delay of seconds; its clock may be some minutes off ours. */
const searchLagMs = 5 * 60_000

const remote = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.string().nullable()),
})
const page = z.object({
  results: z.array(remote),
  paging: z.object({ next: z.object({ after: z.string() }).optional() }).optional(),
})
const made = z.object({ id: z.string() })

/**
 * Where a pull goes on: contacts modified at `since` (milliseconds since 1970) or later; while `id` is there, those of just
 * that time that come after it. `again`: where the next pull begins.
 */
const cursorShape = z.object({ since: z.number(), id: z.string().optional(), again: z.number().optional() })
type Cursor = z.output<typeof cursorShape>

/** A name as first and last name; HubSpot knows no whole ones. */
function splitName(name: string | null): { firstname: string; lastname: string } {
  const words = (name ?? '').trim().split(/\s+/)
  return { firstname: words[0] ?? '', lastname: words.slice(1).join(' ') }
}

const fieldsOf = ({ name, email, phone }: OurContact) => ({
  ...splitName(name),
  ...(email !== null && { email }),
  ...(phone !== null && { phone }),
})

function toContact({ id, properties: { firstname, lastname, email, phone } }: z.output<typeof remote>): RemoteContact {
  const name = [firstname, lastname].filter(Boolean).join(' ')
  return { id, name: name || null, email: email || null, phone: phone || null }
}

function read<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body)
  if (!parsed.success) throw new ConnectorError('unreadable', 'The reply of HubSpot does not have the documented form.')
  return parsed.data
}

/** HubSpot's CRM API v3, with the token of a private app (scopes crm.objects.contacts and tickets, read and write). */
export function hubspot(
  { accessToken }: { accessToken: string },
  http: Pick<OutboundHttp, 'fetch'>,
  { baseUrl = hubspotUrl, now = systemClock.now } = {},
): Helpdesk {
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, signal: AbortSignal, body?: unknown, also?: number[]) =>
    callApi(http, now, {
      method,
      url: `${baseUrl}${path}`,
      headers: { authorization: `Bearer ${accessToken}` },
      body,
      signal,
      ...(also && { also }),
    })

  async function findTicket(conversationId: string, signal: AbortSignal): Promise<string | undefined> {
    const { body } = await call('POST', '/crm/v3/objects/tickets/search', signal, {
      filterGroups: [{ filters: [{ propertyName: 'content', operator: 'CONTAINS_TOKEN', value: conversationId }] }],
      properties: ['subject'],
      limit: 1,
    })
    return read(page, body).results[0]?.id
  }

  return {
    async changeContact(contact, remoteId, signal) {
      const body = { properties: fieldsOf(contact) }
      const { status } = await call('PATCH', `/crm/v3/objects/contacts/${remoteId}`, signal, body, [404])
      return status !== 404
    },

    async makeContact(contact, signal) {
      const fields = { properties: fieldsOf(contact) }
      const { status, body } = await call('POST', '/crm/v3/objects/contacts', signal, fields, [409])
      if (status !== 409) return read(made, body).id
      // "Contact already exists. Existing ID: 123": found by the e-mail address, which is unique there.
      const path = `/crm/v3/objects/contacts/${encodeURIComponent(contact.email ?? '')}?idProperty=email`
      return read(made, (await call('PATCH', path, signal, fields)).body).id
    },

    isMadeOnce: ({ email }) => email !== null,

    async findByPhone({ name, phone }, signal) {
      const { body } = await call('POST', '/crm/v3/objects/contacts/search', signal, {
        filterGroups: [{ filters: [{ propertyName: 'phone', operator: 'EQ', value: phone }] }],
        properties,
        limit: pageSize,
      })
      const { firstname, lastname } = splitName(name)
      const written = [firstname, lastname].filter(Boolean).join(' ') || null
      const found = read(page, body).results.map(toContact)
      return found.find((each) => each.name === written && each.email === null)?.id
    },

    async pushConversation(ticket: Ticket, signal) {
      const { conversation, messages, contactRemoteId } = ticket
      const fields = {
        subject: conversation.subject ?? messages[0]?.content.slice(0, 100) ?? conversation.id,
        content: `${writeTranscript(messages)}\n\nConversation ${conversation.id}`,
        hs_pipeline: pipeline,
        hs_pipeline_stage: stages[conversation.status],
      }
      const known = ticket.remoteId ?? (ticket.isFirstAttempt ? undefined : await findTicket(conversation.id, signal))
      if (known) {
        const { status } = await call(
          'PATCH',
          `/crm/v3/objects/tickets/${known}`,
          signal,
          { properties: fields },
          [404],
        )
        if (status !== 404) return known
      }
      const { body } = await call('POST', '/crm/v3/objects/tickets', signal, {
        properties: fields,
        ...(contactRemoteId && { associations: [{ to: { id: contactRemoteId }, types: [ticketToContact] }] }),
      })
      return read(made, body).id
    },

    async pullContacts(cursor, signal) {
      const at = cursor === undefined ? { since: 0 } : read(cursorShape, JSON.parse(cursor))
      const askedAt = now()
      const isWithinOneTime = at.id !== undefined
      const { body } = await call('POST', '/crm/v3/objects/contacts/search', signal, {
        filterGroups: [{ filters: filtersOf(at) }],
        sorts: [{ propertyName: isWithinOneTime ? 'hs_object_id' : modified, direction: 'ASCENDING' }],
        properties,
        limit: pageSize,
      })
      const { results, paging } = read(page, body)
      const isMore = paging?.next !== undefined && results.length > 0
      const times = results.map((each) => Date.parse(each.properties[modified] ?? ''))
      if (times.some(Number.isNaN))
        throw new ConnectorError('unreadable', 'HubSpot did not say when a contact changed.')
      const newest = times.at(-1) ?? at.since
      // What changed lately may not be found yet: the next sync looks there again.
      const lately = askedAt - searchLagMs
      const again = at.again ?? (newest > lately ? lately : undefined)
      const isLast = !isMore && !isWithinOneTime
      return {
        contacts: results.map(toContact),
        cursor: JSON.stringify(
          isLast ? { since: again ?? newest } : { ...afterPage(at, results, times, isMore), again },
        ),
        isLast,
      }
    },
  }
}

/** Contacts modified at `since` or later; with `id`, those of just that time whose id comes after. */
function filtersOf({ since, id }: Cursor) {
  const from = { propertyName: modified, operator: 'GTE', value: String(since) }
  if (id === undefined) return [from]
  return [
    from,
    { propertyName: modified, operator: 'LTE', value: String(since) },
    { propertyName: 'hs_object_id', operator: 'GT', value: id },
  ]
}

/**
 * Where the next page begins. An offset would not do: a contact that is edited meanwhile leaves its place, and what comes
 * after it moves up. So it is the newest time seen; when all of a page has one time, that time is read by id.
 */
function afterPage(at: Cursor, results: { id: string }[], times: number[], isMore: boolean): Cursor {
  if (at.id !== undefined) return isMore ? { since: at.since, id: results.at(-1)!.id } : { since: at.since + 1 }
  const newest = times.at(-1)!
  return newest > at.since && newest > times[0]! ? { since: newest } : { since: newest, id: '0' }
}
