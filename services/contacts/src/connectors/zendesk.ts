import type { OutboundHttp } from '@frontdesk/outbound-http'
import { systemClock } from '@frontdesk/service'
import { z } from 'zod'
import { callApi } from './call-api.ts'
import { ConnectorError, type Helpdesk, type OurContact, type RemoteContact, type Ticket } from './helpdesk.ts'
import { writeTranscript } from './write-transcript.ts'

export const zendeskUrl = (subdomain: string): string => `https://${subdomain}.zendesk.com`

const statuses = { open: 'open', escalated: 'open', resolved: 'solved', closed: 'solved' } as const

const user = z.object({
  id: z.number(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  role: z.string().optional(),
  active: z.boolean().optional(),
})
const exported = z.object({ users: z.array(user), after_cursor: z.string().nullable(), end_of_stream: z.boolean() })
const oneUser = z.object({ user: z.object({ id: z.number() }) })
const oneTicket = z.object({ ticket: z.object({ id: z.number() }) })
const someTickets = z.object({ tickets: z.array(z.object({ id: z.number(), status: z.string().optional() })) })

const toContact = ({ id, name, email, phone }: z.output<typeof user>): RemoteContact => ({
  id: String(id),
  name: name || null,
  email: email || null,
  phone: phone || null,
})

const fieldsOf = ({ id, name, email, phone }: OurContact) => ({
  name: name ?? email ?? phone ?? id,
  ...(email !== null && { email }),
  ...(phone !== null && { phone }),
})

function read<T>(shape: z.ZodType<T>, body: unknown): T {
  const parsed = shape.safeParse(body)
  if (!parsed.success) throw new ConnectorError('unreadable', 'The reply of Zendesk does not have the documented form.')
  return parsed.data
}

/** Zendesk's Support API v2, with an API token. A conversation is a ticket with its id as `external_id`. */
export function zendesk(
  { email, apiToken }: { email: string; apiToken: string },
  http: Pick<OutboundHttp, 'fetch'>,
  { baseUrl, now = systemClock.now }: { baseUrl: string; now?: () => number },
): Helpdesk {
  const authorization = `Basic ${Buffer.from(`${email}/token:${apiToken}`).toString('base64')}`
  const call = (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    signal: AbortSignal,
    { body, also, idempotencyKey }: { body?: unknown; also?: number[]; idempotencyKey?: string } = {},
  ) =>
    callApi(http, now, {
      method,
      url: `${baseUrl}/api/v2${path}`,
      headers: { authorization, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
      body,
      signal,
      ...(also && { also }),
    })

  async function findTicket(conversationId: string, signal: AbortSignal): Promise<string | undefined> {
    const { body } = await call('GET', `/tickets.json?external_id=${encodeURIComponent(conversationId)}`, signal)
    // A ticket that is closed there takes no more changes.
    const found = read(someTickets, body).tickets.find(({ status }) => status !== 'closed')
    return found && String(found.id)
  }

  return {
    async changeContact(contact, remoteId, signal) {
      const user = fieldsOf(contact)
      const { status } = await call('PUT', `/users/${remoteId}.json`, signal, { body: { user }, also: [404] })
      return status !== 404
    },

    async makeContact(contact, signal) {
      const user = { ...fieldsOf(contact), external_id: contact.id, role: 'end-user', skip_verify_email: true }
      const { body } = await call('POST', '/users/create_or_update.json', signal, { body: { user } })
      return String(read(oneUser, body).user.id)
    },

    // Users are told by `external_id` there.
    isMadeOnce: () => true,
    findByPhone: async () => undefined,

    async pushConversation(ticket: Ticket, signal) {
      const { conversation, messages, contactRemoteId } = ticket
      const comment = { body: writeTranscript(messages), public: false }
      const status = statuses[conversation.status]
      const known = ticket.remoteId ?? (ticket.isFirstAttempt ? undefined : await findTicket(conversation.id, signal))
      if (known) {
        const path = `/tickets/${known}.json`
        // 422: a ticket that is closed there takes no more changes, so what came after it is another.
        const { status: answered } = await call('PUT', path, signal, {
          body: { ticket: { comment, status, tags: ['frontdesk', ...conversation.tags] } },
          also: [404, 422],
        })
        if (answered < 300) return known
      }
      const { body } = await call('POST', '/tickets.json', signal, {
        idempotencyKey: `${conversation.id}-${ticket.remoteId ?? 'first'}`,
        body: {
          ticket: {
            subject: conversation.subject ?? messages[0]?.content.slice(0, 100) ?? conversation.id,
            comment,
            external_id: conversation.id,
            status,
            tags: ['frontdesk', ...conversation.tags],
            ...(contactRemoteId && { requester_id: Number(contactRemoteId) }),
          },
        },
      })
      return String(read(oneTicket, body).ticket.id)
    },

    async pullContacts(cursor, signal) {
      const from = cursor ? `cursor=${encodeURIComponent(cursor)}` : 'start_time=1'
      const { body } = await call('GET', `/incremental/users/cursor.json?${from}&per_page=100`, signal)
      const { users, after_cursor, end_of_stream } = read(exported, body)
      const people = users.filter(({ role = 'end-user', active = true }) => role === 'end-user' && active)
      return { contacts: people.map(toContact), cursor: after_cursor ?? cursor ?? '', isLast: end_of_stream }
    },
  }
}
