import type { OutboundHttp } from '@frontdesk/outbound-http'
import { z } from 'zod'
import { callApi } from './call-api.ts'
import { ConnectorError, type Helpdesk, type RemoteContact, type Ticket } from './helpdesk.ts'
import { writeTranscript } from './write-transcript.ts'

export const hubspotUrl = 'https://api.hubapi.com'

/** HubSpot's names of what we share. */
const properties = ['firstname', 'lastname', 'email', 'phone', 'lastmodifieddate']
/** HubSpot-defined: ticket to contact. */
const ticketToContact = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 16 }
/** The default pipeline: stage 1 is New, stage 4 is Closed. */
const pipeline = '0'
const stages = { open: '1', escalated: '1', resolved: '4', closed: '4' } as const

const pageSize = 100
/** A search shows its first 10,000 results and no more. */
const mostOfASearch = 10_000

const remote = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.string().nullable()),
})
const page = z.object({
  results: z.array(remote),
  paging: z.object({ next: z.object({ after: z.string() }).optional() }).optional(),
})
const made = z.object({ id: z.string() })

/** Where a pull goes on: contacts modified at `since` or later (milliseconds since 1970), from the search's `after`. */
const cursorShape = z.object({ since: z.number(), after: z.string().optional() })

/** A name as first and last name; HubSpot knows no whole ones. */
function splitName(name: string | null): { firstname: string; lastname: string } {
  const words = (name ?? '').trim().split(/\s+/)
  return { firstname: words[0] ?? '', lastname: words.slice(1).join(' ') }
}

function toContact({ id, properties: { firstname, lastname, email, phone } }: z.output<typeof remote>): RemoteContact {
  const name = [firstname, lastname].filter(Boolean).join(' ')
  return { id, name: name || null, email: email || null, phone: phone || null }
}

function read<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body)
  if (!parsed.success)
    throw new ConnectorError('unreadable', 'HubSpot answered in a shape that is not its documented one.')
  return parsed.data
}

/** HubSpot's CRM API v3, with the token of a private app (scopes crm.objects.contacts and tickets, read and write). */
export function hubspot(
  { accessToken }: { accessToken: string },
  http: OutboundHttp,
  { baseUrl = hubspotUrl, now = () => Date.now() } = {},
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
    async pushContact({ name, email, phone }, remoteId, signal) {
      const fields = { ...splitName(name), ...(email !== null && { email }), ...(phone !== null && { phone }) }
      if (remoteId) {
        const { status } = await call(
          'PATCH',
          `/crm/v3/objects/contacts/${remoteId}`,
          signal,
          { properties: fields },
          [404],
        )
        if (status !== 404) return remoteId
      }
      const { status, body } = await call('POST', '/crm/v3/objects/contacts', signal, { properties: fields }, [409])
      if (status !== 409) return read(made, body).id
      // "Contact already exists. Existing ID: 123": found by the e-mail address, which is unique there.
      const path = `/crm/v3/objects/contacts/${encodeURIComponent(email ?? '')}?idProperty=email`
      return read(made, (await call('PATCH', path, signal, { properties: fields })).body).id
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
      const { body } = await call('POST', '/crm/v3/objects/contacts/search', signal, {
        filterGroups: [{ filters: [{ propertyName: 'lastmodifieddate', operator: 'GTE', value: String(at.since) }] }],
        sorts: [{ propertyName: 'lastmodifieddate', direction: 'ASCENDING' }],
        properties,
        limit: pageSize,
        ...(at.after !== undefined && { after: at.after }),
      })
      const { results, paging } = read(page, body)
      const newest = Date.parse(results.at(-1)?.properties.lastmodifieddate ?? '')
      const since = Number.isNaN(newest) ? at.since : newest
      const after = paging?.next?.after
      // A search that is about to end early begins anew at the newest time seen, unless all of it has one time.
      const continues = after !== undefined && (Number(after) < mostOfASearch || since > at.since)
      const restarts = continues && Number(after) >= mostOfASearch
      const next = continues && !restarts ? { since: at.since, after } : { since }
      return { contacts: results.map(toContact), cursor: JSON.stringify(next), isLast: !continues }
    },
  }
}
