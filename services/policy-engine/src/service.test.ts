import { sqliteBus } from '@frontdesk/bus'
import {
  answerFilter,
  messageScreen,
  policyCreate,
  policyDelete,
  policyList,
  policyRead,
  policyUpdate,
  refusal,
  textsRelease,
} from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { localModels } from '@frontdesk/models'
import { defineService, type OpenPorts, openLog, type Running, run } from '@frontdesk/service'
import { openSqlite } from '@frontdesk/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { policyEngine } from './service.ts'

const asks = {
  answerFilter,
  messageScreen,
  policyCreate,
  policyDelete,
  policyList,
  policyRead,
  policyUpdate,
  textsRelease,
}
const openAsker = () => {
  let context: any
  const service = defineService({
    name: 'asker',
    config: z.object({}),
    uses: [],
    collections: {},
    publishes: {},
    asks,
    handles: {},
    handlers: {},
    async start(started) {
      context = started
      return { close: async () => {} }
    },
  })
  return { service, ask: (tenant: string) => context.forTenant(tenant).ask }
}

let running: Running
let ask: any
let askAs: (tenant: string) => any
let close: () => Promise<void>

beforeEach(async () => {
  const store = openSqlite(':memory:')
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store), models: localModels() } as OpenPorts
  const asker = openAsker()
  running = await run([policyEngine, asker.service], ports, {
    env: {},
    log: openLog({ level: 'silent', terminal: false }),
    clock: { now: () => Date.parse('2026-01-01T00:00:00Z') },
  })
  askAs = asker.ask
  ask = asker.ask('acme')
  close = async () => {
    await running.stop()
    await store.close()
  }
})
afterEach(() => close())

const pii = { name: 'No addresses', type: 'PII Filter', mode: 'Post-generation', config: { kinds: ['email'] } } as const
const topic = (mode: string, phrase = 'gambling') => ({
  name: 'No gambling',
  type: 'Topic Filter',
  mode,
  config: { topics: [{ name: 'gambling', phrases: [phrase] }] },
})
let operations = 0
const create = (policy: object, operationId = `op${operations++}`) => ask(policyCreate, { operationId, policy })

describe('policy-engine', () => {
  it('keeps policies: made with defaults, read, changed, listed newest first, deleted', async () => {
    const made = await create(pii)
    expect(made).toEqual({
      ...pii,
      id: expect.stringMatching(/^pol_/),
      priority: 100,
      enabled: true,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(await ask(policyRead, { policyId: made.id })).toEqual(made)
    const changed = await ask(policyUpdate, { policyId: made.id, patch: { enabled: false, priority: 5 } })
    expect(changed).toMatchObject({ id: made.id, enabled: false, priority: 5, config: pii.config })
    const other = await create(topic('Pre-generation'))
    const { items } = await ask(policyList, {})
    expect(items.map(({ id }: { id: string }) => id).sort()).toEqual([made.id, other.id].sort())
    await ask(policyDelete, { policyId: made.id })
    for (const contract of [policyRead, policyDelete]) {
      await expect(ask(contract, { policyId: made.id })).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(ask(policyUpdate, { policyId: made.id, patch: {} })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('makes one policy of one operation asked twice', async () => {
    const [first, second] = await Promise.all([create(pii, 'same'), create(pii, 'same')])
    expect(second.id).toBe(first.id)
    expect((await ask(policyList, {})).items).toHaveLength(1)
  })

  it('shows a tenant its own policies alone', async () => {
    const made = await create(topic('Pre-generation'))
    const other = askAs('other')
    await expect(other(policyRead, { policyId: made.id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await other(messageScreen, { text: 'gambling' })).blocked).toBeUndefined()
  })

  it.each([
    [{ ...pii, config: { kinds: ['phone'], regions: ['SE', 'QQ'] } }, 'config.regions.1', /no country .* QQ/],
    [topic('Pre-generation', '!!!'), 'config.topics.0.phrases.0', /never matches/],
    [
      { ...pii, type: 'Topic Filter', config: { topics: [{ name: 'x', phrases: [] }] } },
      'config.topics.0.phrases',
      /at least one phrase or one example/,
    ],
  ])('refuses a policy that could not be evaluated (%#)', async (policy, path, message) => {
    await expect(create(policy)).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ path, message: expect.stringMatching(message) }],
    })
    expect((await ask(policyList, {})).items).toEqual([])
  })

  it("checks a changed config against the policy's own type, and names each fault", async () => {
    const { id: policyId } = await create(topic('Pre-generation'))
    const change = (config: object) => ask(policyUpdate, { policyId, patch: { config } })
    await expect(change({ kinds: ['email'] })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'config.topics' }, { path: 'config.kinds' }],
    })
    await expect(change({ topics: [{ name: '', phrases: ['a', ''] }] })).rejects.toMatchObject({
      errors: [{ path: 'config.topics.0.name' }, { path: 'config.topics.0.phrases.1' }],
    })
    await expect(change({ topics: [{ name: 'x', phrases: ['poker'] }] })).resolves.toMatchObject({ id: policyId })
    expect((await ask(messageScreen, { text: 'poker?' })).blocked).toBeDefined()
  })

  it('refuses policies that together would not fit beside an answer', async () => {
    const phrases = Array.from({ length: 200 }, (_, i) => `phrase ${i} ${'x'.repeat(180)}`)
    const large = { ...topic('Pre-generation'), config: { topics: [{ name: 'x', phrases }] } }
    for (let i = 0; i < 5; i++) await create(large)
    await expect(create(large)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('is the limit'),
    })
  })

  it('blocks a message before generation, and masks what the model sees', async () => {
    await create({ ...pii, mode: 'Pre-generation' })
    await create(topic('Pre-generation'))
    await create(pii)
    const passed = await ask(messageScreen, { text: 'I am bo@example.se', history: ['also bo@example.se'] })
    expect(passed).toMatchObject({ text: 'I am b*@e*********', history: ['also b*@e*********'] })
    expect(passed.policies).toHaveLength(3)
    const blocked = await ask(messageScreen, { text: 'Where can I gamble?' })
    expect(blocked).toMatchObject({ text: '', blocked: { policy: 'Topic Filter', reason: 'the topic "gambling"' } })
  })

  it('filters an answer under the frozen set it is given, whatever has changed since', async () => {
    const { id: policyId } = await create(pii)
    const { policies } = await ask(messageScreen, { text: 'Hello' })
    await ask(policyDelete, { policyId })
    const text = 'Write to bo@example.se now'
    expect((await ask(answerFilter, { policies, text: text.slice(0, 14), final: false })).released).toBe('Write to ')
    expect((await ask(answerFilter, { policies, text, final: true })).released).toBe('Write to b*@e********* now')
  })

  it('answers the refusal for a blocked answer, and loads a tokenizer for a limit', async () => {
    await create(topic('Post-generation'))
    await create({ ...pii, type: 'Length Limit', config: { maxTokens: 5 } })
    const { policies } = await ask(messageScreen, { text: 'Hello' })
    const filter = (text: string) => ask(answerFilter, { policies, text, final: true })
    expect(await filter('Gambling is fun.')).toMatchObject({ released: refusal, blocked: { policy: 'Topic Filter' } })
    expect((await filter('Returns are free. They take a long time to be handled.')).released).toBe('Returns are free.')
  })

  it("releases texts under the tenant's policies of this moment: a change holds at once", async () => {
    const release = async () => (await ask(textsRelease, { texts: ['bo@example.se'] })).texts[0].text
    expect(await release()).toBe('bo@example.se')
    const { id: policyId } = await create(pii)
    expect(await release()).toBe('b*@e*********')
    await ask(policyUpdate, { policyId, patch: { enabled: false } })
    expect(await release()).toBe('bo@example.se')
  })
})
