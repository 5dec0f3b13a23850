import { recalibrate } from '@frontdesk/answers'
import { analytics, chat as chatContracts, refusal, ServiceError } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
// biome-ignore lint/plugin: what leaves is decided by the real policies, so they run beside it here.
import { policyEngineService } from '@frontdesk/policy-engine'
import { runs } from '@frontdesk/properties'
import { standIn } from '@frontdesk/service/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { failingPolicies } from '../../testing/failing-policies.ts'
import { answerIn } from '../../testing/read-answer.ts'
import { chunkOf, endsOf, eventually, textOf } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { readRecalibration } from '../settings/settings-store.ts'

const recalibrations = collection<object>('test-recalibrations')

const chats = useChats({ endpoint: {} })
const { start } = chats
const remote = (more = {}) => chats.models(more)

it('answers from the passages found, with a quote, and stores what it sent', async () => {
  const chat = await start()
  const parts = await chat.read('How long does delivery take?').ended
  expect(parts[0]).toMatchObject({ type: 'start', offset: 0 })
  const answer = await answerIn(chat, parts)
  expect(textOf(parts)).toBe('Delivery takes three working days.')
  expect(answer).toMatchObject({ content: textOf(parts), outcome: 'answered', author: { kind: 'ai' }, sequence: 2 })
  expect(parts.at(-1)).toMatchObject({ type: 'done', offset: textOf(parts).length, messageId: answer.id })
  expect(answer.sources).toEqual([
    { title: 'Delivery', sourceId: 'src_delivery', version: 1, quote: 'Delivery takes three working days.' },
  ])
  expect(parts.at(-1)).toMatchObject({ sources: answer.sources, confidence: answer.confidence })
  expect(answer.citations).toEqual([{ start: 0, end: 34, source: 0, quote: 'Delivery takes three working days.' }])
  expect(parts.at(-1)).toMatchObject({ citations: answer.citations })
})

it('what a model writes is Markdown of a few signs: no HTML, no picture, no link but to the web and to mail', async () => {
  const chat = await start({ models: await remote() })
  const parts = [
    ...[
      '**Delivery** takes three ',
      'working days.\n\n',
      '- see [our page](https://exa',
      'mple.com/a_b)\n- <b>not</b> ',
    ],
    ...['[this](java', 'script:alert(1))\n\n![A boat](https://example.com/x.png) <scr', 'ipt>alert(1)</script>'],
  ]
  chats.endpoint.script({ parts })
  const read = await chat.read('How long does delivery take?').ended
  const content =
    '**Delivery** takes three working days.\n\n- see [our page](https://example.com/a_b)\n- not this\n\nA boat alert(1)'
  expect(textOf(read)).toBe(content)
  expect(read.at(-1)).toMatchObject({ type: 'done', format: 'markdown' })
  expect(await answerIn(chat, read)).toMatchObject({ content, format: 'markdown', outcome: 'answered' })
  const local = await start()
  const said = await answerIn(local, await local.read('How long does delivery take?').ended)
  expect(said).not.toHaveProperty('format')
})

it('the joined deltas are the stored answer, with matching offsets, and any reader gets exactly the rest', async () => {
  const chat = await start({ models: await remote() })
  await chat.policy('PII Filter', 'Post-generation', { kinds: ['email'] })
  const piece = fc.constantFrom(
    'Mail ',
    'anna.berg@',
    'example.com',
    ' or ',
    'bo@exa',
    'mple.se. ',
    '😀',
    'Days.\n',
    'å',
  )
  const property = fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
    chats.endpoint.script({ parts: ['So: ', ...pieces], pieceBytes: 7 })
    const reader = chat.read('What is the address?')
    const parts = await reader.ended
    const answer = await answerIn(chat, parts)
    expect(textOf(parts)).toBe(answer.content)
    expect(answer.content).not.toContain('anna.berg@example.com')
    expect(endsOf(parts)).toEqual([parts.at(-1)])
    let offset = 0
    for (const part of parts) {
      if (part.type === 'delta') offset += part.text.length
      expect(part.offset).toBe(offset)
    }
    for (let from = 0; from <= answer.content.length; from++) {
      const again = await chat.follow(answer.id, from).ended
      expect(textOf(again)).toBe(answer.content.slice(from))
      expect(again.at(-1)).toEqual(parts.at(-1))
      expect(again[0]!.type === 'start').toBe(from === 0)
    }
  })
  await fc.assert(property, { numRuns: runs(12) })
})

it('released text is sent while the model still writes, and a later reader gets all of it', async () => {
  const chat = await start({ models: await remote() })
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  chats.endpoint.script({ parts: ['One. ', 'Two. ', 'Three.'], pause: { parts: 2, until } })
  const first = chat.read('Count!')
  await eventually(() => expect(textOf(first.parts)).toMatch(/^One\. (Two\. )?$/))
  const [started] = first.parts
  const second = chat.follow((started as { messageId: string }).messageId)
  const third = chat.follow((started as { messageId: string }).messageId, 2)
  await eventually(() => expect(textOf(second.parts)).toMatch(/^One\./))
  goOn()
  const whole = 'One. Two. Three.'
  expect(textOf(await first.ended)).toBe(whole)
  expect(textOf(await second.ended)).toBe(whole)
  expect(textOf(await third.ended)).toBe(whole.slice(2))
  expect(chats.endpoint.requests).toHaveLength(1)
})

it('a block before generation asks no model; the refusal is the answer', async () => {
  const chat = await start({ models: await remote() })
  await chat.policy('Topic Filter', 'Pre-generation', { topics: [{ name: 'weapons', phrases: ['guns'] }] })
  const parts = await chat.read('Do you deliver guns?').ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'blocked'])
  expect(parts.at(-1)).toMatchObject({ policy: 'Topic Filter', message: refusal, offset: 0 })
  expect(await answerIn(chat, parts)).toMatchObject({ content: refusal, outcome: 'blocked', author: { kind: 'ai' } })
  expect(chats.endpoint.requests).toHaveLength(0)
  const conversation = await chat.conversations.find('acme', {})
  expect(conversation.items[0]!.body).toMatchObject({ status: 'open', handler: 'ai', turns: [] })
})

it('a block after generation releases nothing of the answer, however slowly it was written', async () => {
  const chat = await start({ models: await remote() })
  await chat.policy('Topic Filter', 'Post-generation', { topics: [{ name: 'weapons', phrases: ['guns'] }] })
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  chats.endpoint.script({ parts: ['We deliver ', 'parcels ', 'and guns.'], pause: { parts: 2, until } })
  const reader = chat.read('What do you deliver?')
  await eventually(() => expect(chats.endpoint.requests).toHaveLength(1))
  await eventually(async () => expect(await chat.conversations.find('acme', {})).toMatchObject({ items: [{}] }))
  goOn()
  const parts = await reader.ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'blocked'])
  const answer = await answerIn(chat, parts)
  expect(answer).toMatchObject({ content: refusal, outcome: 'blocked' })
  expect(JSON.stringify(await chat.messages(answer.conversationId))).not.toContain('parcels')
})

it('the model never sees masked data, neither in the message nor in the history', async () => {
  const chat = await start({ models: await remote() })
  await chat.policy('PII Filter', 'Pre-generation', { kinds: ['email'] })
  const first = await chat.read('I am bo@example.se. When does my parcel come?').ended
  const { conversationId } = first[0] as { conversationId: string }
  await chat.read('And who am I?', { conversationId }).ended
  const prompt = JSON.stringify(chats.endpoint.requests.at(-1)!.body)
  expect(prompt).not.toContain('bo@example.se')
  expect(prompt).toContain('When does my parcel come?')
  expect(prompt).toContain('Delivery takes three working days.')
})

it.each([
  ['is down', { status: 503 }, {}],
  ['is cut off', { parts: ['One. ', 'Two.'], after: { parts: 2, fault: 'cut' as const } }, {}],
  ['stands still', { parts: ['One. ', 'Two.'], after: { parts: 2, fault: 'stall' as const } }, { idleMs: 200 }],
])('a model that %s ends the turn with a visible error, what was released is kept', async (_, reply, options) => {
  const chat = await start({ models: await remote(options) })
  chats.endpoint.script(reply)
  const parts = await chat.read('Count!').ended
  expect(endsOf(parts)).toEqual([parts.at(-1)])
  expect(parts.at(-1)).toMatchObject({ type: 'error', code: 'model_unavailable', offset: textOf(parts).length })
  const answer = await answerIn(chat, parts)
  expect(answer).toMatchObject({
    outcome: 'failed',
    content: textOf(parts),
    author: { kind: 'system' },
    error: { code: 'model_unavailable' },
  })
  const again = await chat.read('How long does delivery take?', { conversationId: answer.conversationId }).ended
  expect(again.at(-1)).toMatchObject({ type: 'done' })
})

it('unavailable policies end the turn with a visible error, and nothing is sent', async () => {
  const chat = await start({ beside: [] })
  const parts = await chat.read('How long does delivery take?').ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'error'])
  expect(parts.at(-1)).toMatchObject({ code: 'unavailable', offset: 0 })
  expect(await answerIn(chat, parts)).toMatchObject({ outcome: 'failed', content: '' })
})

it('policies that fail during an answer end the turn and stop the model at once', async () => {
  const failing = failingPolicies(new ServiceError('policy_unavailable'))
  const chat = await start({ models: await remote(), beside: [failing] })
  chats.endpoint.script({ parts: ['One. ', 'Two.'], after: { parts: 1, fault: 'stall' } })
  const parts = await chat.read('Count!').ended
  expect(parts.map(({ type }) => type)).toEqual(['start', 'error'])
  expect(parts.at(-1)).toMatchObject({ code: 'policy_unavailable' })
  await eventually(() => expect(chats.endpoint.requests[0]!.state).toBe('aborted'))
})

it('a failed search ends the turn with its error code', async () => {
  const chat = await start({
    find: () => {
      throw new ServiceError('overloaded')
    },
  })
  expect((await chat.read('How long does delivery take?').ended).at(-1)).toMatchObject({ code: 'overloaded' })
})

it('a quote is matched first and masked afterwards, and is marked as masked', async () => {
  const mail = 'Returns go to anna.berg@example.com within three days.'
  const chat = await start({ find: () => [chunkOf(mail, { sourceId: 'src_mail', title: 'Returns' })] })
  await chat.policy('PII Filter', 'Post-generation', { kinds: ['email'] })
  const answer = await answerIn(chat, await chat.read('Where do returns go within three days?').ended)
  const quote = 'Returns go to a********@e********** within three days.'
  expect(answer).toMatchObject({ content: quote })
  expect(answer.sources).toEqual([{ title: 'Returns', sourceId: 'src_mail', version: 1, quote, masked: true }])
})

it.each([
  ['Hello!', 'en', 'Hello! How can I help you?'],
  ['Tack så mycket!', 'sv', 'Varsågod! Är det något mer jag kan hjälpa dig med?'],
  ['Auf Wiedersehen', 'de', 'Auf Wiedersehen und einen schönen Tag!'],
  ['مرحبا', 'ar', 'مرحبًا! كيف يمكنني مساعدتك؟'],
])(
  '“%s” is answered in %s with a friendly line, without a source and without a person',
  async (text, _language, line) => {
    const chat = await start()
    const parts = await chat.read(text).ended
    const answer = await answerIn(chat, parts)
    expect(answer).toMatchObject({ content: line, outcome: 'answered', sources: [] })
    expect(answer).not.toHaveProperty('answerability')
  },
)

it('the tenant’s own texts replace the defaults, in their language', async () => {
  const chat = await start()
  const patch = { texts: { sv: { greeting: 'Hallå där! Vad gäller det?' } } }
  await chat.context.ask(chatContracts.queries.settingsUpdate, { patch, actor: { kind: 'api', id: 'key_1' } })
  expect(textOf(await chat.read('Hej!').ended)).toBe('Hallå där! Vad gäller det?')
  expect(textOf(await chat.read('Hello!').ended)).toBe('Hello! How can I help you?')
})

it('a greeting with a question is answered like any other question', async () => {
  const chat = await start()
  const parts = await chat.read('Hello, how long does delivery take?').ended
  expect(textOf(parts)).toBe('Delivery takes three working days.')
})

it('an answer without support in the passages that falls below the threshold is not sent', async () => {
  const chat = await start({ models: await remote(), env: { ESCALATION_THRESHOLD: '0.6', JUDGE_TIMEOUT_MS: '0' } })
  chats.endpoint.script({
    parts: ['Pianos weigh four hundred kilos in Antarctica. ', 'Penguins play them at midnight.'],
  })
  const parts = await chat.read('How long does delivery take?').ended
  expect(textOf(parts)).toBe('')
  expect(parts.at(-1)).toMatchObject({ type: 'escalated', reason: 'low_confidence' })
})

it('unsupported text after supported text is not sent', async () => {
  const chat = await start({ models: await remote(), env: { ESCALATION_THRESHOLD: '0.6', JUDGE_TIMEOUT_MS: '0' } })
  const supported = 'Delivery takes three working days. '
  const unsupported = 'Pianos weigh four hundred kilos in Antarctica, and the penguins there play them at midnight.'
  chats.endpoint.script({ parts: [supported, unsupported], everyMs: 200 })
  const parts = await chat.read('How long does delivery take?').ended
  expect(textOf(parts).trim()).toBe(supported.trim())
  const answer = await answerIn(chat, parts)
  expect(answer.content.trim()).toBe(supported.trim())
  expect(answer.confidence).toBeGreaterThanOrEqual(0.6)
})

it('confidence is corrected by judged answers before it is compared with the threshold, unless that is turned off', async () => {
  const fit = { intercept: -1, slope: 0.9 }
  const judging = standIn({
    name: 'analytics',
    collections: { recalibrations },
    async start(own) {
      const { commit, collections, event } = own.forTenant('acme')
      await commit(collections.recalibrations, 'one', () => ({
        body: {},
        events: [event(analytics.events.recalibrationChanged, { fit })],
      }))
      return { close: async () => {} }
    },
  })
  const question = 'How long does delivery take?'
  const plain = await start()
  const before = await answerIn(plain, await plain.read(question).ended)
  expect(before).not.toHaveProperty('computedConfidence')
  const computed = before.confidence!
  const corrected = recalibrate(computed, fit)

  const chat = await start({ beside: [policyEngineService, judging] })
  await eventually(async () => expect(await readRecalibration(chat.chatContext)).toEqual(fit))
  expect(await readRecalibration(chat.chatContext.forTenant('other'))).toBeUndefined()
  const set = (patch: object) =>
    chat.context.ask(chatContracts.queries.settingsUpdate, { patch, actor: { kind: 'api', id: 'key_1' } })
  await set({ escalationThreshold: corrected - 0.01 })
  const after = await answerIn(chat, await chat.read(question).ended)
  expect(after).toMatchObject({ content: before.content, confidence: corrected, answerability: corrected })
  expect(after.computedConfidence).toBe(computed)
  await set({ escalationThreshold: (corrected + computed) / 2 })
  expect((await chat.read(question).ended).at(-1)).toMatchObject({ type: 'escalated', reason: 'low_confidence' })
  await set({ recalibrateConfidence: false })
  const off = await answerIn(chat, await chat.read(question).ended)
  expect(off).toMatchObject({ outcome: 'answered', confidence: computed })
})
