import { type ConnectorKind, type Conversation, contacts, type Message, newId } from '@frontdesk/contracts'
import { sealFor } from '@frontdesk/secrets'
import { defineService } from '@frontdesk/service'
import { expect, vi } from 'vitest'
import type { LinkDocument } from '../src/connectors/connector-document.ts'
import type { ContactsContext } from '../src/context.ts'
import { contactsService } from '../src/service.ts'
import { startFakeHubspot } from './fake-hubspot.ts'
import { startFakeZendesk } from './fake-zendesk.ts'
import { startTestContacts } from './start-test-contacts.ts'

const secrets = {
  hubspot: { accessToken: 'pat-eu1-1234' },
  zendesk: { email: 'ops@example.com', apiToken: 'token-5678' },
}

/** The contacts service with a CRM and a helpdesk on loopback, and what people do with them. For tests. */
export async function startTestConnectors() {
  const hubspot = await startFakeHubspot(secrets.hubspot.accessToken)
  const zendesk = await startFakeZendesk(secrets.zendesk.email, secrets.zendesk.apiToken)
  const CONNECTOR_URLS = JSON.stringify({ hubspot: hubspot.url, zendesk: zendesk.url })
  const contexts: ContactsContext[] = []
  const service = defineService({
    ...contactsService,
    async start(own) {
      contexts.push(own)
      return { close: async () => {} }
    },
  })
  const platform = await startTestContacts({
    env: { CONNECTOR_URLS },
    service: service as unknown as typeof contactsService,
  })
  /** The service's own context. */
  const own = () => contexts.at(-1)!

  /** What one tenant does. */
  const tenantOf = (tenant = newId('ten')) => {
    const as = () => platform.as(tenant)
    return {
      tenant,
      as,
      async connect(kind: ConnectorKind, settings: object = {}): Promise<string> {
        const connectorId = newId('cnn')
        const { publicKey } = await as().ask(contacts.queries.publicKeyRead, {})
        await as().ask(contacts.queries.connectorCreate, {
          connectorId,
          operationId: newId('op'),
          kind,
          ...(kind === 'zendesk' && { subdomain: 'acme' }),
          name: kind,
          enabled: true,
          pushConversations: [],
          pushContacts: false,
          pullContacts: false,
          syncEveryMinutes: null,
          letter: sealFor(publicKey, JSON.stringify(secrets[kind]), `${tenant}/${connectorId}`),
          ...settings,
        })
        return connectorId
      },
      startSync: async (connectorId: string) =>
        (await as().ask(contacts.queries.syncStart, { operationId: newId('op'), connectorId })).jobId,
      finished: (jobId: string) =>
        vi.waitFor(async () => {
          const job = await as().ask(contacts.queries.syncRead, { jobId })
          expect(job.state).toBe('finished')
          return job
        }),
      async sync(connectorId: string) {
        return this.finished(await this.startSync(connectorId))
      },
      /** To the end, while time goes on: what failed is tried again. */
      async syncWithRetries(connectorId: string) {
        const jobId = await this.startSync(connectorId)
        return vi.waitFor(async () => {
          const job = await as().ask(contacts.queries.syncRead, { jobId })
          if (job.state === 'running') {
            platform.clock.at += 5_000
            await this.startSync(connectorId)
          }
          expect(job.state).toBe('finished')
          return job
        })
      },
      make: async (contact: object): Promise<string> =>
        (await as().ask(contacts.queries.contactCreate, { operationId: newId('op'), contact })).id,
      async contacts() {
        const found: { id: string; name: string | null; email: string | null }[] = []
        for (let cursor: string | null | undefined; cursor !== null && found.length < 1_000; ) {
          const page: { items: typeof found; nextCursor: string | null } = await as().ask(
            contacts.queries.contactList,
            {
              limit: 100,
              ...(cursor && { cursor }),
            },
          )
          found.push(...page.items)
          cursor = page.nextCursor
        }
        return found
      },
      async links(): Promise<LinkDocument[]> {
        const { items } = await own().collections.connectorLinks.find(tenant, {})
        return items.map(({ body }) => body)
      },
      /** A conversation that chat knows. */
      say(status: Conversation['status'], content: string, contactId?: string): string {
        const id = newId('cnv')
        const at = '2026-03-01T10:00:00.000Z'
        const message: Message = {
          ...{ id: `${id}_1`, conversationId: id, sequence: 1, author: { kind: 'customer' }, kind: 'message' },
          ...{ content, createdAt: at },
        }
        const conversation: Conversation = {
          ...{ id, status, handler: 'queue', channel: 'api', assignee: null, tags: [], language: 'en' },
          ...{ createdAt: at, updatedAt: at, lastMessageAt: at, messageCount: 1 },
          ...(contactId && { contactId }),
        }
        platform.said.set(id, { conversation, messages: [message] })
        return id
      },
      tell: (conversationId: string, what: 'escalated' | 'resolved') => platform.tell(conversationId, what, tenant),
    }
  }

  return {
    hubspot,
    zendesk,
    platform,
    own,
    tenantOf,
    reset() {
      hubspot.holdReplies(undefined)
      hubspot.hidden.clear()
      for (const each of [hubspot.contacts, hubspot.tickets, hubspot.requests]) each.length = 0
    },
    async close() {
      hubspot.holdReplies(undefined)
      await platform.close()
      await hubspot.close()
      await zendesk.close()
    },
  }
}
