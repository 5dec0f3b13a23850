import {
  type ConnectorKind,
  type Conversation,
  connectorSecrets,
  contacts as contactsContracts,
  type Message,
  newId,
} from '@frontdesk/contracts'
import { sealFor } from '@frontdesk/secrets'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeHubspot } from '../../testing/fake-hubspot.ts'
import { startFakeZendesk } from '../../testing/fake-zendesk.ts'
import { startTestContacts, type TestContacts } from '../../testing/start-test-contacts.ts'

let hubspot: Awaited<ReturnType<typeof startFakeHubspot>>
let zendesk: Awaited<ReturnType<typeof startFakeZendesk>>
let platform: TestContacts
/** A tenant of its own for each test. */
let tenant: string

beforeAll(async () => {
  hubspot = await startFakeHubspot('pat-eu1-1234')
  zendesk = await startFakeZendesk('ops@example.com', 'token-5678')
  const CONNECTOR_URLS = JSON.stringify({ hubspot: hubspot.url, zendesk: zendesk.url })
  platform = await startTestContacts({ env: { CONNECTOR_URLS } })
})
afterAll(async () => {
  await platform.close()
  await hubspot.close()
  await zendesk.close()
})
beforeEach(() => {
  tenant = newId('ten')
  hubspot.contacts.length = 0
  hubspot.tickets.length = 0
  hubspot.requests.length = 0
  zendesk.users.length = 0
  zendesk.tickets.length = 0
  zendesk.requests.length = 0
})

const rightSecrets = {
  hubspot: { accessToken: 'pat-eu1-1234' },
  zendesk: { email: 'ops@example.com', apiToken: 'token-5678' },
}
const as = () => platform.as(tenant)

async function letter(secrets: object, connectorId: string) {
  const { publicKey } = await as().ask(contactsContracts.queries.publicKeyRead, {})
  return sealFor(publicKey, JSON.stringify(secrets), `${tenant}/${connectorId}`)
}

async function connect(kind: ConnectorKind, settings: object = {}, secrets: object = rightSecrets[kind]) {
  const connectorId = newId('cnn')
  return as().ask(contactsContracts.queries.connectorCreate, {
    connectorId,
    operationId: newId('op'),
    kind,
    ...(kind === 'zendesk' && { subdomain: 'acme' }),
    name: kind,
    enabled: true,
    pushConversations: ['escalated', 'resolved'],
    pushContacts: true,
    pullContacts: true,
    syncEveryMinutes: null,
    letter: await letter(secrets, connectorId),
    ...settings,
  })
}

async function sync(connectorId: string) {
  const { jobId } = await as().ask(contactsContracts.queries.syncStart, { operationId: newId('op'), connectorId })
  return vi.waitFor(async () => {
    const job = await as().ask(contactsContracts.queries.syncRead, { jobId })
    expect(job.state).toBe('finished')
    return job
  })
}

/** A conversation that chat knows. */
function say(status: Conversation['status'], contents: string[], contactId?: string): string {
  const id = newId('cnv')
  const at = '2026-03-01T10:00:00.000Z'
  const messages: Message[] = contents.map((content, i) => ({
    id: `${id}_${i}`,
    conversationId: id,
    sequence: i + 1,
    author: { kind: i % 2 === 0 ? 'customer' : 'ai' },
    kind: content.startsWith('note:') ? 'note' : 'message',
    content,
    createdAt: at,
  }))
  const conversation: Conversation = {
    id,
    status,
    handler: 'queue',
    channel: 'api',
    ...(contactId && { contactId }),
    assignee: null,
    tags: ['vip'],
    language: 'en',
    createdAt: at,
    updatedAt: at,
    lastMessageAt: at,
    messageCount: messages.length,
  }
  platform.said.set(id, { conversation, messages })
  return id
}

async function delivered(connectorId: string, state = 'delivered') {
  return vi.waitFor(async () => {
    const { items } = await as().ask(contactsContracts.queries.connectorDeliveryList, { connectorId })
    expect(items[0]?.state).toBe(state)
    return items[0]!
  }, 10_000)
}

describe('a connector', () => {
  it('never shows its secrets, and keeps them under its key', async () => {
    const made = await connect('hubspot')
    const shown = [
      made,
      await as().ask(contactsContracts.queries.connectorRead, { connectorId: made.id }),
      await as().ask(contactsContracts.queries.connectorList, {}),
    ]
    expect(JSON.stringify(shown)).not.toContain('pat-eu1')
    const stored = await platform.documents.collection<object>({ name: 'contacts-connectors', indexes: [] })
    expect(JSON.stringify(await stored.get(tenant, made.id))).not.toContain('pat-eu1')
  })

  it('refuses secrets of another kind, and names each fault', async () => {
    await expect(connect('zendesk', {}, { email: 'nobody', accessToken: 'x' })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: expect.arrayContaining([
        expect.objectContaining({ path: 'secrets.email' }),
        expect.objectContaining({ path: 'secrets.apiToken' }),
      ]),
    })
    expect(connectorSecrets.zendesk.safeParse(rightSecrets.zendesk).success).toBe(true)
  })

  it('of another tenant is not there', async () => {
    const { id: connectorId } = await connect('hubspot')
    await expect(
      platform.as('other').ask(contactsContracts.queries.connectorRead, { connectorId }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that is deleted takes what is known of its other side with it', async () => {
    const { id: connectorId } = await connect('hubspot')
    hubspot.write('77', { email: 'eva@example.com' })
    await sync(connectorId)
    await as().ask(contactsContracts.queries.connectorDelete, { connectorId })
    const links = await platform.documents.collection<object>({ name: 'contacts-connector-links', indexes: [] })
    expect(await links.count(tenant)).toBe(0)
    expect((await as().ask(contactsContracts.queries.contactList, {})).items).toHaveLength(1)
  })
})

describe.each(['hubspot', 'zendesk'] as const)('a conversation to %s', (kind) => {
  const ticketTexts = () =>
    kind === 'hubspot'
      ? hubspot.tickets.map(({ properties }) => properties.content!)
      : zendesk.tickets.map(({ comments }) => comments.join('\n---\n'))

  it('arrives once it is escalated, as the policies let it out, without notes, with whom it is with', async () => {
    const { id: connectorId } = await connect(kind)
    const { id: contactId } = await as().ask(contactsContracts.queries.contactCreate, {
      operationId: newId('op'),
      contact: { name: 'Eva Ek', email: 'eva@example.com' },
    })
    const id = say('escalated', ['Where is my secret parcel?', 'note: she is angry', 'Still nothing'], contactId)
    await platform.tell(id, 'escalated', tenant)
    const { remoteId, attempts } = await delivered(connectorId)
    expect(remoteId).toBe(kind === 'hubspot' ? '9001' : '7001')
    expect(attempts).toHaveLength(1)
    expect(ticketTexts()).toEqual([expect.stringContaining('Where is my ****** parcel?')])
    expect(ticketTexts()[0]).toContain('Still nothing')
    expect(ticketTexts()[0]).not.toContain('angry')
    if (kind === 'hubspot') {
      expect(hubspot.contacts).toMatchObject([
        { properties: { email: 'eva@example.com', firstname: 'Eva', lastname: 'Ek' } },
      ])
      expect(hubspot.tickets).toMatchObject([{ contactId: hubspot.contacts[0]!.id }])
    } else {
      expect(zendesk.users).toMatchObject([{ email: 'eva@example.com', name: 'Eva Ek', external_id: contactId }])
      expect(zendesk.tickets).toMatchObject([{ requester_id: zendesk.users[0]!.id, external_id: id, status: 'open' }])
    }
  })

  it('tells no name, subject or tag that the policies mask', async () => {
    const { id: connectorId } = await connect(kind)
    const id = say('escalated', ['Help'])
    const known = platform.said.get(id)!
    known.conversation = { ...known.conversation, subject: 'my secret', tags: ['secret-tag'] }
    known.messages = known.messages.map((each) => ({ ...each, author: { kind: 'customer', name: 'secret@shop.test' } }))
    await platform.tell(id, 'escalated', tenant)
    await delivered(connectorId)
    const written = JSON.stringify(kind === 'hubspot' ? hubspot.tickets : zendesk.tickets)
    expect(written).toContain('Customer (******@shop.test)')
    expect(written).not.toContain('secret')
  })

  it('is the same ticket when it is resolved', async () => {
    const { id: connectorId } = await connect(kind)
    const id = say('escalated', ['Help'])
    await platform.tell(id, 'escalated', tenant)
    await delivered(connectorId)
    const known = platform.said.get(id)!
    known.conversation = { ...known.conversation, status: 'resolved' }
    await platform.tell(id, 'resolved', tenant)
    await vi.waitFor(() => {
      if (kind === 'hubspot') expect(hubspot.tickets).toMatchObject([{ properties: { hs_pipeline_stage: '4' } }])
      else expect(zendesk.tickets).toMatchObject([{ status: 'solved' }])
    })
    expect(ticketTexts()).toHaveLength(1)
  })

  it('is tried again after a failure, and made once although its first reply was lost', async () => {
    const { id: connectorId } = await connect(kind)
    const api = kind === 'hubspot' ? hubspot : zendesk
    api.fail('break after')
    const id = say('escalated', ['Help'])
    await platform.tell(id, 'escalated', tenant)
    await vi.waitFor(async () => {
      const { items } = await as().ask(contactsContracts.queries.connectorDeliveryList, { connectorId })
      expect(items[0]?.attempts).toMatchObject([{ error: expect.any(String) }])
    })
    platform.clock.at += 10_000
    const { attempts } = await delivered(connectorId)
    expect(attempts).toHaveLength(2)
    expect(ticketTexts()).toHaveLength(1)
  }, 15_000)

  it('waits as long as it is asked to', async () => {
    const { id: connectorId } = await connect(kind)
    const api = kind === 'hubspot' ? hubspot : zendesk
    api.fail({ status: 429, body: { message: 'slow down' }, headers: { 'retry-after': '600' } })
    await platform.tell(say('escalated', ['Help']), 'escalated', tenant)
    const { nextAttemptAt } = await vi.waitFor(async () => {
      const { items } = await as().ask(contactsContracts.queries.connectorDeliveryList, { connectorId })
      expect(items[0]?.attempts).toMatchObject([{ status: 429, error: expect.stringContaining('slow down') }])
      return items[0]!
    })
    expect(Date.parse(nextAttemptAt!) - platform.clock.at).toBe(600_000)
  })

  it('with a wrong key fails at once and says so on the connector, until the key is right', async () => {
    const wrong = kind === 'hubspot' ? { accessToken: 'wrong' } : { email: 'ops@example.com', apiToken: 'wrong' }
    const { id: connectorId } = await connect(kind, {}, wrong)
    const id = say('escalated', ['Help'])
    await platform.tell(id, 'escalated', tenant)
    await delivered(connectorId, 'failed')
    await vi.waitFor(async () => {
      expect(await as().ask(contactsContracts.queries.connectorRead, { connectorId })).toMatchObject({
        error: { code: 'unauthorized' },
      })
    })
    const renewed = await as().ask(contactsContracts.queries.connectorUpdate, {
      connectorId,
      patch: {},
      letter: await letter(rightSecrets[kind], connectorId),
    })
    expect(renewed.error).toBeUndefined()
    await as().ask(contactsContracts.queries.conversationPush, { connectorId, conversationId: id })
    await delivered(connectorId)
    expect(ticketTexts()).toHaveLength(1)
  })
})

describe.each(['hubspot', 'zendesk'] as const)('a sync with %s', (kind) => {
  /** Somebody makes or changes a contact there. */
  const write = (id: number, name: string, email: string) =>
    kind === 'hubspot' ? hubspot.write(String(id), { firstname: name, email }) : zendesk.write({ id, name, email })
  const contacts = async () =>
    (await as().ask(contactsContracts.queries.contactList, { limit: 100 })).items
      .map(({ name, email }) => [name, email])
      .sort()

  it('takes contacts once, then what changed', async () => {
    const { id: connectorId } = await connect(kind)
    for (let i = 0; i < 230; i++) write(1_000 + i, `Person ${i}`, `p${i}@example.com`)
    expect(await sync(connectorId)).toMatchObject({ counts: { created: 230, pushed: 0, rejected: 0 } })
    write(1_007, 'Renamed', 'p7@example.com')
    const asked = (kind === 'hubspot' ? hubspot : zendesk).requests.length
    const { counts } = await sync(connectorId)
    expect(counts).toMatchObject({ created: 0, updated: 1 })
    expect((kind === 'hubspot' ? hubspot : zendesk).requests.length - asked).toBeLessThan(10)
    expect(await as().ask(contactsContracts.queries.contactList, { q: 'renamed' })).toMatchObject({
      items: [{ email: 'p7@example.com' }],
    })
  }, 30_000)

  it('knows who is there already by an address', async () => {
    const { id: connectorId } = await connect(kind)
    await as().ask(contactsContracts.queries.contactCreate, {
      operationId: newId('op'),
      contact: { name: 'Eva', email: 'EVA@example.com' },
    })
    write(5, 'Eva Ek', 'eva@example.com')
    await sync(connectorId)
    expect(await contacts()).toEqual([['Eva', 'EVA@example.com']])
  })

  it('keeps what people changed here, takes what changed there, and writes ours there', async () => {
    const { id: connectorId } = await connect(kind)
    write(5, 'Eva', 'eva@example.com')
    write(6, 'Bo', 'bo@example.com')
    await sync(connectorId)
    const { items } = await as().ask(contactsContracts.queries.contactList, { q: 'bo@' })
    await as().ask(contactsContracts.queries.contactUpdate, { contactId: items[0]!.id, patch: { name: 'Bo Berg' } })
    write(5, 'Eva Ek', 'eva@example.com')
    await sync(connectorId)
    expect(await contacts()).toEqual([
      ['Bo Berg', 'bo@example.com'],
      ['Eva Ek', 'eva@example.com'],
    ])
    if (kind === 'hubspot') expect(hubspot.contacts[1]!.properties).toMatchObject({ firstname: 'Bo', lastname: 'Berg' })
    else expect(zendesk.users[1]).toMatchObject({ name: 'Bo Berg' })
  })

  it('goes on where it was after a failure', async () => {
    const { id: connectorId } = await connect(kind, { pushContacts: false })
    for (let i = 0; i < 150; i++) write(1_000 + i, `Person ${i}`, `q${i}@example.com`)
    const api = kind === 'hubspot' ? hubspot : zendesk
    const { jobId } = await as().ask(contactsContracts.queries.syncStart, { operationId: newId('op'), connectorId })
    api.fail({ status: 502, body: {} })
    await vi.waitFor(
      async () => {
        platform.clock.at += 1_000
        expect(await as().ask(contactsContracts.queries.syncRead, { jobId })).toMatchObject({
          state: 'finished',
          counts: { created: 150 },
        })
      },
      { timeout: 20_000, interval: 200 },
    )
  }, 25_000)

  it('that can’t go on says why', async () => {
    const wrong = kind === 'hubspot' ? { accessToken: 'wrong' } : { email: 'ops@example.com', apiToken: 'wrong' }
    const { id: connectorId } = await connect(kind, {}, wrong)
    expect(await sync(connectorId)).toMatchObject({ error: { code: 'unauthorized' } })
    expect(await as().ask(contactsContracts.queries.connectorRead, { connectorId })).toMatchObject({
      error: { code: 'unauthorized' },
    })
  })
})

it('a contact whose e-mail is taken there becomes that one', async () => {
  const { id: connectorId } = await connect('hubspot', { pullContacts: false })
  hubspot.write('42', { email: 'eva@example.com', firstname: 'Old' })
  const made = await as().ask(contactsContracts.queries.contactCreate, {
    operationId: newId('op'),
    contact: { name: 'Eva Ek', email: 'eva@example.com' },
  })
  expect(await sync(connectorId)).toMatchObject({ counts: { pushed: 1, rejected: 0 } })
  expect(hubspot.contacts).toMatchObject([{ id: '42', properties: { firstname: 'Eva', lastname: 'Ek' } }])
  expect(await as().ask(contactsContracts.queries.contactRead, { contactId: made.id })).toMatchObject({
    name: 'Eva Ek',
  })
})
