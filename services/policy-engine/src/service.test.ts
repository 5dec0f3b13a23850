import { sqliteBus } from '@frontdesk/bus'
import { policyEngine, refusal } from '@frontdesk/contracts'
import { type Collection, sqliteDocuments } from '@frontdesk/documents'
import { localModels } from '@frontdesk/models'
import { type OpenPorts, openLog, type Running, run } from '@frontdesk/service'
import { standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policies } from './policies/policy-document.ts'
import { policyEngineService } from './service.ts'

const openAsker = () => {
  let context: any
  const service = standIn({
    name: 'asker',
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
let stored: Collection<object>

beforeEach(async () => {
  const store = openSqlite(':memory:')
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store), models: localModels() } as OpenPorts
  stored = (await ports.documents.collection(policies)) as unknown as Collection<object>
  const asker = openAsker()
  running = await run([policyEngineService, asker.service], ports, {
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
const create = (policy: object, operationId = `op${operations++}`) =>
  ask(policyEngine.queries.policyCreate, { operationId, policy })

describe('policy-engine', () => {
  it('creates policies with defaults, reads, changes, lists (newest first) and deletes them', async () => {
    const made = await create(pii)
    expect(made).toEqual({
      ...pii,
      id: expect.stringMatching(/^pol_/),
      priority: 100,
      enabled: true,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(await ask(policyEngine.queries.policyRead, { policyId: made.id })).toEqual(made)
    const changed = await ask(policyEngine.queries.policyUpdate, {
      policyId: made.id,
      patch: { enabled: false, priority: 5 },
    })
    expect(changed).toMatchObject({ id: made.id, enabled: false, priority: 5, config: pii.config })
    const other = await create(topic('Pre-generation'))
    const { items } = await ask(policyEngine.queries.policyList, {})
    expect(items.map(({ id }: { id: string }) => id).sort()).toEqual([made.id, other.id].sort())
    await ask(policyEngine.queries.policyDelete, { policyId: made.id })
    for (const contract of [policyEngine.queries.policyRead, policyEngine.queries.policyDelete]) {
      await expect(ask(contract, { policyId: made.id })).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(ask(policyEngine.queries.policyUpdate, { policyId: made.id, patch: {} })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('creates one policy when the same operation is requested twice', async () => {
    const [first, second] = await Promise.all([create(pii, 'same'), create(pii, 'same')])
    expect(second.id).toBe(first.id)
    expect((await ask(policyEngine.queries.policyList, {})).items).toHaveLength(1)
  })

  it('shows a tenant only its own policies', async () => {
    const made = await create(topic('Pre-generation'))
    const other = askAs('other')
    await expect(other(policyEngine.queries.policyRead, { policyId: made.id })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await other(policyEngine.queries.messageScreen, { text: 'gambling' })).blocked).toBeUndefined()
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
    expect((await ask(policyEngine.queries.policyList, {})).items).toEqual([])
  })

  it("checks a changed config against the policy's type, and names each fault", async () => {
    const { id: policyId } = await create(topic('Pre-generation'))
    const change = (config: object) => ask(policyEngine.queries.policyUpdate, { policyId, patch: { config } })
    await expect(change({ kinds: ['email'] })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'config.topics' }, { path: 'config.kinds' }],
    })
    await expect(change({ topics: [{ name: '', phrases: ['a', ''] }] })).rejects.toMatchObject({
      errors: [{ path: 'config.topics.0.name' }, { path: 'config.topics.0.phrases.1' }],
    })
    await expect(change({ topics: [{ name: 'x', phrases: ['poker'] }] })).resolves.toMatchObject({ id: policyId })
    expect((await ask(policyEngine.queries.messageScreen, { text: 'poker?' })).blocked).toBeDefined()
  })

  it('rejects policies that are together too large to be sent with an answer', async () => {
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
    const passed = await ask(policyEngine.queries.messageScreen, {
      text: 'I am bo@example.se',
      history: ['also bo@example.se'],
    })
    expect(passed).toMatchObject({ text: 'I am b*@e*********', history: ['also b*@e*********'] })
    expect(passed.policies).toHaveLength(3)
    const blocked = await ask(policyEngine.queries.messageScreen, { text: 'Where can I gamble?' })
    expect(blocked).toMatchObject({ text: '', blocked: { policy: 'Topic Filter', reason: 'the topic "gambling"' } })
  })

  it('filters an answer under the frozen set that it is given, even when the policies have changed since', async () => {
    const { id: policyId } = await create(pii)
    const { policies } = await ask(policyEngine.queries.messageScreen, { text: 'Hello' })
    await ask(policyEngine.queries.policyDelete, { policyId })
    const text = 'Write to bo@example.se now'
    expect(
      (await ask(policyEngine.queries.answerFilter, { policies, text: text.slice(0, 14), final: false })).released,
    ).toBe('Write to ')
    expect((await ask(policyEngine.queries.answerFilter, { policies, text, final: true })).released).toBe(
      'Write to b*@e********* now',
    )
  })

  it('returns the refusal for a blocked answer, and loads a tokenizer for a limit', async () => {
    await create(topic('Post-generation'))
    await create({ ...pii, type: 'Length Limit', config: { maxTokens: 5 } })
    const { policies } = await ask(policyEngine.queries.messageScreen, { text: 'Hello' })
    const filter = (text: string) => ask(policyEngine.queries.answerFilter, { policies, text, final: true })
    expect(await filter('Gambling is fun.')).toMatchObject({ released: refusal, blocked: { policy: 'Topic Filter' } })
    expect((await filter('Returns are free. They take a long time to be handled.')).released).toBe('Returns are free.')
  })

  it.each([
    ['a type', { type: 'Secrets Filter', config: { secrets: ['x'] } }],
    ['a kind of personal data', { config: { kinds: ['email', 'passport'] } }],
    ['a field', { config: { kinds: ['email'], strength: 2 } }],
    ['a mode', { mode: 'Mid-generation' }],
  ])('lists a policy with %s of a newer version, releases nothing under it, and disables it', async (_, more) => {
    const { id, ...known } = await create(pii)
    await stored.put('acme', id, { ...known, ...more })
    const { items } = await ask(policyEngine.queries.policyList, {})
    expect(items).toMatchObject([{ id, ...more }])
    const closed = { code: 'policy_unavailable', isOutage: true, retryable: true }
    await expect(ask(policyEngine.queries.textsRelease, { texts: ['hello'] })).rejects.toMatchObject(closed)
    const answer = async () => {
      const { policies: frozen } = await ask(policyEngine.queries.messageScreen, { text: 'hello' })
      return ask(policyEngine.queries.answerFilter, { policies: frozen, text: 'hello', final: true })
    }
    await expect(answer()).rejects.toMatchObject(closed)
    await ask(policyEngine.queries.policyUpdate, { policyId: id, patch: { enabled: false } })
    expect((await answer()).released).toBe('hello')
    expect(await ask(policyEngine.queries.policyRead, { policyId: id })).toMatchObject({ ...more, enabled: false })
  })

  it("releases texts under the tenant's current policies: a change takes effect at once", async () => {
    const release = async () =>
      (await ask(policyEngine.queries.textsRelease, { texts: ['bo@example.se'] })).texts[0].text
    expect(await release()).toBe('bo@example.se')
    const { id: policyId } = await create(pii)
    expect(await release()).toBe('b*@e*********')
    await ask(policyEngine.queries.policyUpdate, { policyId, patch: { enabled: false } })
    expect(await release()).toBe('bo@example.se')
  })
})
