import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { textOf } from './api-client.ts'
import { usePlatform } from './platform.ts'

const question = 'How long does a parcel to Norway take?'
const written = ['Hey! A parcel to Norway ', "takes 2 to 5 days, it's 99 kronor!! "]
const restyled = 'A parcel to Norway takes 2 to 5 days. The price is 99 kronor.'

let endpoint: OpenAiEndpoint
const systemOf = (body: any): string => body.messages[0].content
const isRestyling = (body: any) => /Write it again in a tone/.test(systemOf(body))
const asksOfIceland = (body: any) => /Iceland in 9 days\?/.test(JSON.stringify(body.messages.at(-1)))
const iceland = ['A parcel to Iceland is declared by b*@e********* in 9 days.']
let restyle: string[] = [restyled]
const platform = usePlatform(async () => {
  endpoint = await startOpenAiEndpoint({
    answer: (body) => (isRestyling(body) ? restyle : asksOfIceland(body) ? iceland : written),
  })
  return { env: { OPENAI_BASE_URL: endpoint.url, CHAT_MODEL: 'test-model' } }
})
afterAll(() => endpoint?.close())
beforeAll(() => platform.api.teach('Shipping', 'A parcel to Norway takes 2 to 5 working days and costs 99 kronor.'))
beforeEach(() => {
  endpoint.requests.splice(0)
  restyle = [restyled]
})

const prompts = () => endpoint.requests.filter(({ body }) => body?.stream).map(({ body }) => body)
async function under(policy: object, what: () => Promise<void>) {
  const { body } = await platform.api.post('/api/policies', { name: 'A policy', ...policy })
  await what()
  expect((await platform.api.delete(`/api/policies/${body.id}`)).status).toBe(204)
}
const formal = { type: 'Tone Control', config: { tone: 'formal' } }

test('before generation, tone and length are asked of the model', async () => {
  await under({ ...formal, mode: 'Pre-generation' }, () =>
    under({ type: 'Length Limit', mode: 'Pre-generation', config: { maxTokens: 33 } }, async () => {
      expect(await platform.api.ask(question)).toMatchObject({ outcome: 'answered' })
      const [prompt] = prompts()
      expect(systemOf(prompt)).toContain('Write in a tone that is formal')
      expect(prompt.max_tokens ?? prompt.max_completion_tokens).toBe(33)
      expect(prompts()).toHaveLength(1)
    }),
  )
})

test('before generation, the model sees personal data masked, in the question and in what was said before', async () => {
  await under({ type: 'PII Filter', mode: 'Pre-generation', config: { kinds: ['email'] } }, async () => {
    const { conversationId } = await platform.api.ask(`I am anna.berg@example.com. ${question}`)
    await platform.api.ask(question, { conversationId })
    const sent = JSON.stringify(endpoint.requests.map(({ body }) => body))
    expect(sent).not.toContain('anna.berg')
    expect(prompts()).toHaveLength(2)
    for (const prompt of prompts()) expect(JSON.stringify(prompt)).toContain('a********@e**********')
  })
})

test('before generation, the model sees passages masked too, and what it quotes of them says so', async () => {
  await platform.api.teach('Customs of bo@example.se', 'A parcel to Iceland is declared by bo@example.se in 9 days.')
  await under({ type: 'PII Filter', mode: 'Pre-generation', config: { kinds: ['email'] } }, async () => {
    const { sources } = await platform.api.ask('Who declares a parcel to Iceland in 9 days?')
    const sent = JSON.stringify(endpoint.requests.map(({ body }) => body))
    expect(sent).toContain('declared by b*@e*********')
    expect(sent).toContain('Customs of b*@e*********')
    expect(sent).not.toContain('bo@example')
    expect(JSON.stringify(sources)).not.toContain('bo@example')
    expect(sources).toContainEqual(expect.objectContaining({ masked: true, quote: expect.stringContaining('b*@e') }))
  })
})

test('after generation, the model restyles the whole answer before any of it leaves', async () => {
  await under({ ...formal, mode: 'Post-generation' }, async () => {
    expect((await platform.api.ask(question)).content).toBe(restyled)
    const events = await platform.api.askStream(question)
    expect(textOf(events)).toBe(restyled)
    expect(events.filter(({ event }) => event === 'delta')).toHaveLength(1)
  })
})

test('what it writes then is Markdown of the subset too', async () => {
  restyle = ['A parcel to **Norway** takes 2 to 5 days.<br> The price is [99 kronor](javascript:alert).']
  await under({ ...formal, mode: 'Post-generation' }, async () => {
    const answer = await platform.api.ask(question)
    const content = 'A parcel to **Norway** takes 2 to 5 days. The price is 99 kronor.'
    expect(answer).toMatchObject({ outcome: 'answered', content, format: 'markdown' })
    expect(textOf(await platform.api.askStream(question))).toBe(content)
  })
})

test('a model that changes a number is not believed: rules set the tone', async () => {
  restyle = ['A parcel takes 3 to 5 days and costs 89 kronor.']
  await under({ ...formal, mode: 'Post-generation' }, async () => {
    const { content } = await platform.api.ask(question)
    expect(content.trim()).toBe('Good day. A parcel to Norway takes 2 to 5 days, it is 99 kronor.')
  })
})

test('when the model that restyles is away nothing leaves', async () => {
  await under({ ...formal, mode: 'Post-generation' }, async () => {
    endpoint.script({ parts: written }, ...Array.from({ length: 30 }, () => ({ status: 503 })))
    const reply = await platform.api.post('/api/chat/message', { message: question })
    expect(reply.status).toBe(503)
    expect(JSON.stringify(reply.body)).not.toContain('kronor')
  })
})
