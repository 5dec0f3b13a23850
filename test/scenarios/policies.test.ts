import { beforeAll, expect, test } from 'vitest'
import { textOf } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const refusal =
  "I'm unable to process that request due to our content policies. Please rephrase your question or contact support directly."
const masked = 'a********@e**********'
const question = 'Whom do I write to about an invoice?'

beforeAll(async () => {
  await platform.api.teach(
    'Invoices',
    'Write to anna.berg@example.com about an invoice. An invoice is due after 30 days.',
  )
})

test('a topic that is filtered before generation is refused to the letter, streamed too', async () => {
  const { api } = platform
  const created = await api.post('/api/policies', {
    name: 'No weapons',
    type: 'Topic Filter',
    mode: 'Pre-generation',
    config: { topics: [{ name: 'weapons', phrases: ['firearm', 'buy a gun'] }] },
  })
  expect(created).toMatchObject({ status: 201, body: { priority: 100, enabled: true } })

  const blocked = await api.ask('Where can I BUY  a GUN in town?')
  expect(blocked).toMatchObject({ outcome: 'blocked', content: refusal, sources: [] })

  const events = await api.askStream('Do you sell firearms?')
  expect(events.at(-1)).toMatchObject({
    event: 'blocked',
    data: { type: 'blocked', policy: 'Topic Filter', message: refusal },
  })
  expect(textOf(events)).toBe('')

  const allowed = await api.ask('When is an invoice due?')
  expect(allowed).toMatchObject({ outcome: 'answered' })
  expect((await api.delete(`/api/policies/${created.body.id}`)).status).toBe(204)
  expect(await api.ask('Do you sell firearms?')).not.toMatchObject({ outcome: 'blocked' })
})

test('an e-mail address is masked after generation in the answer, the stream and the quotes', async () => {
  const { api } = platform
  expect(JSON.stringify(await api.ask(question))).toContain('anna.berg@example.com')

  const { body: policy } = await api.post('/api/policies', {
    name: 'No addresses',
    type: 'PII Filter',
    mode: 'Post-generation',
    config: { kinds: ['email'] },
  })
  const answer = await api.ask(question)
  expect(answer.outcome).toBe('answered')
  expect(answer.content).toContain(masked)
  expect(JSON.stringify(answer)).not.toContain('anna.berg@example.com')
  for (const source of answer.sources.filter((cited: any) => cited.quote.includes(masked))) {
    expect(source).toMatchObject({ masked: true })
  }

  const events = await api.askStream(question)
  expect(JSON.stringify(events)).not.toContain('anna.berg')
  expect(textOf(events)).toBe(answer.content)

  const { body: messages } = await api.get(`/api/conversations/${answer.conversationId}/messages`)
  const stored = messages.items.find((message: any) => message.author.kind === 'ai')
  expect(stored.content).toBe(answer.content)

  const off = await api.send('PATCH', `/api/policies/${policy.id}`, { body: { enabled: false } })
  expect(off).toMatchObject({ status: 200, body: { enabled: false } })
  expect((await api.ask(question)).content).toContain('anna.berg@example.com')
})

test('policies are listed newest first, read and changed; a config that does not fit is refused with every fault', async () => {
  const { api } = platform
  const names = ['First', 'Second']
  for (const name of names) {
    await api.post('/api/policies', {
      name,
      type: 'Length Limit',
      mode: 'Post-generation',
      enabled: false,
      config: { maxTokens: 50 },
    })
  }
  const { body: list } = await api.get('/api/policies?limit=2')
  expect(list.items.map((item: any) => item.name)).toEqual(['Second', 'First'])
  expect(list.nextCursor).toEqual(expect.any(String))

  const bad = await api.post('/api/policies', {
    name: '',
    type: 'Length Limit',
    mode: 'After',
    config: { maxTokens: 0 },
  })
  expect(bad).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
  expect(bad.body.errors.map((fault: any) => fault.path).sort()).toEqual(['config.maxTokens', 'mode', 'name'])
})

test('a topic is known by its forms, in disguise, and by examples, in English and Swedish', async () => {
  const { api } = platform
  const { body: policy } = await api.post('/api/policies', {
    name: 'No gambling, no shares',
    type: 'Topic Filter',
    mode: 'Pre-generation',
    config: {
      topics: [
        { name: 'gambling', phrases: ['gamble', 'kasino'] },
        { name: 'shares', phrases: [], examples: ['Which shares should I buy?', 'Vilka aktier ska jag köpa?'] },
      ],
    },
  })
  const inSwedish = (await api.get('/api/settings/texts?language=sv')).body.texts.refusal
  expect(inSwedish).toMatch(/^Jag kan inte behandla/)
  const asked = {
    ...{ 'Is g\u0430mbling ok?': refusal, 'g.a.m.b.l.e': refusal },
    ...{ 'Har ni ett nätkasino?': inSwedish, 'Vilka aktier ska jag köpa nu?': inSwedish },
  }
  for (const [message, content] of Object.entries(asked)) {
    expect(await api.ask(message), message).toMatchObject({ outcome: 'blocked', content })
  }
  expect(await api.ask(question)).toMatchObject({ outcome: 'answered' })
  await api.delete(`/api/policies/${policy.id}`)
})

test('a topic after generation: the refusal takes the place of the answer before any of it left', async () => {
  const { api } = platform
  const { body: policy } = await api.post('/api/policies', {
    name: 'No invoices',
    type: 'Topic Filter',
    mode: 'Post-generation',
    config: { topics: [{ name: 'invoices', phrases: ['invoice'] }] },
  })
  expect(await api.ask(question)).toMatchObject({ outcome: 'blocked', content: refusal, sources: [] })
  const events = await api.askStream(question)
  expect(events.at(-1)).toMatchObject({ event: 'blocked', data: { policy: 'Topic Filter', message: refusal } })
  expect(textOf(events)).toBe('')
  expect(JSON.stringify(events)).not.toContain('invoice is due')
  await api.delete(`/api/policies/${policy.id}`)
})

test('a length limit before and after generation ends at a sentence, in the stream too', async () => {
  const { api } = platform
  const whole = (await api.ask(question)).content
  const first = 'Write to anna.berg@example.com about an invoice.'
  expect(whole.length).toBeGreaterThan(0)
  for (const mode of ['Pre-generation', 'Post-generation']) {
    const { body: policy } = await api.post('/api/policies', {
      name: 'Short',
      type: 'Length Limit',
      mode,
      config: { maxTokens: 14 },
    })
    const answer = await api.ask(question)
    expect(answer, mode).toMatchObject({ outcome: 'answered', content: first })
    expect(textOf(await api.askStream(question)), mode).toBe(first)
    await api.delete(`/api/policies/${policy.id}`)
  }
})

test('personal data before generation: the model and the search see the mask alone', async () => {
  const { api } = platform
  const policy = { name: 'No numbers', type: 'PII Filter', config: { kinds: ['email', 'phone'], regions: ['SE'] } }
  const { body: before } = await api.post('/api/policies', { ...policy, mode: 'Pre-generation' })
  const asked = 'I am bo.ek@example.se, 070-174 06 35. Whom do I write to about an invoice?'
  const { body: simulated } = await api.post('/api/simulate', { message: asked })
  expect(simulated.policies).toContainEqual(
    expect.objectContaining({ policyId: before.id, mode: 'Pre-generation', decision: 'change' }),
  )
  expect(await api.ask(asked)).toMatchObject({ outcome: 'answered' })
  await api.delete(`/api/policies/${before.id}`)
})

test('a tone is set by rules with the local models, and the trace says what was left', async () => {
  const { api } = platform
  await api.teach('Lockers', "Hi there! You can't open a parcel locker without the code, it's in the app 😀!")
  const about = 'How do I open a parcel locker without the code?'
  expect((await api.ask(about)).content).toContain("can't open")
  for (const [mode, decision] of [
    ['Pre-generation', 'pass'],
    ['Post-generation', 'change'],
  ]) {
    const { body: policy } = await api.post('/api/policies', {
      name: 'Formal',
      type: 'Tone Control',
      mode,
      config: { tone: 'formal' },
    })
    expect(policy).toMatchObject({ type: 'Tone Control', mode })
    const answer = await api.ask(about)
    const { body: messages } = await api.get(`/api/conversations/${answer.conversationId}/messages`)
    const { policies } = messages.items.find((message: any) => message.author.kind === 'ai')
    expect(policies).toContainEqual(expect.objectContaining({ policyId: policy.id, mode, decision }))
    expect(policies[0].reason).toMatch(mode === 'Pre-generation' ? /take no instructions/ : /by rules.*CHAT_MODEL/)
    if (mode === 'Post-generation') {
      expect(answer.content).toContain('You cannot open a parcel locker without the code, it is in the app.')
      expect(answer.content).not.toMatch(/[!😀]/u)
      const events = await api.askStream(about)
      expect(events.filter(({ event }) => event === 'delta')).toHaveLength(1)
      expect(textOf(events)).toBe(answer.content)
    }
    await api.delete(`/api/policies/${policy.id}`)
  }
})
