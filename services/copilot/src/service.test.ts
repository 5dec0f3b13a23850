import { sqliteBus } from '@frontdesk/bus'
import {
  type chat,
  copilot,
  limits,
  type Message,
  type PartOf,
  policyEngine,
  refusal,
  ServiceError,
} from '@frontdesk/contracts'
import { fittingIn, sqliteDocuments } from '@frontdesk/documents'
import { localModels, type Models, openaiModels } from '@frontdesk/models'
// biome-ignore lint/plugin: what leaves is decided by the real policies, so they run beside it here.
import { policyEngineService } from '@frontdesk/policy-engine'
import { type OpenPorts, openLog, run } from '@frontdesk/service'
import { standIn } from '@frontdesk/service/testing'
import { openSqlite } from '@frontdesk/sqlite'
import { startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunDocument, runs } from './runs/run-document.ts'
import { copilotService } from './service.ts'

const at = '2026-01-01T00:00:00.000Z'
const said = (
  sequence: number,
  kind: Message['author']['kind'],
  content: string,
  more: Partial<Message> = {},
): Message => ({
  id: `msg_${sequence}`,
  conversationId: 'cnv_1',
  sequence,
  author: { kind },
  kind: 'message',
  content,
  createdAt: at,
  ...more,
})

let messages: Message[]
let ask: any
let open: any
/** What chat would answer, and what it was asked. */
let simulated: Pick<PartOf<typeof chat.streams.messageSimulate>, 'outcome' | 'content'> &
  Partial<Pick<PartOf<typeof chat.streams.messageSimulate>, 'sources'>>
let simulations: object[]
const stops: (() => Promise<void>)[] = []

/** Stands where chat stands: answers for one conversation, in pages that fit into a message, and lets the test ask. */
const conversations = standIn({
  name: 'chat',
  handlers: {
    chat: {
      async conversationRead({ conversationId }) {
        if (conversationId !== 'cnv_1') throw new ServiceError('not_found')
        const times = { createdAt: at, updatedAt: at, lastMessageAt: at }
        const state = { status: 'open' as const, handler: 'ai' as const, channel: 'api' as const }
        return {
          id: 'cnv_1',
          ...state,
          ...times,
          assignee: null,
          tags: [],
          language: 'en',
          messageCount: messages.length,
        }
      },
      async messageList({ limit, cursor }) {
        const start = Number(cursor ?? 0)
        const asked = messages.toReversed().slice(start, start + limit)
        const items = asked.slice(0, fittingIn(limits.pageBytes, asked))
        const end = start + items.length
        return { items, nextCursor: end < messages.length ? String(end) : null }
      },
      async *messageSimulate(question) {
        simulations.push(question)
        const none = { confidence: 0, sources: [], citations: [], chunks: [], policies: [], timings: { totalMs: 1 } }
        yield { ...none, escalation: { would: false, reason: null }, ...simulated }
      },
    },
  },
  async start(context) {
    ;({ ask, open } = context.forTenant('acme'))
    return { close: async () => {} }
  },
})

async function start(models: Models) {
  const store = openSqlite(':memory:')
  const ports = { bus: sqliteBus(store), documents: sqliteDocuments(store), models } as OpenPorts
  const log = openLog({ level: 'silent', terminal: false })
  const running = await run([policyEngineService, copilotService, conversations], ports, { env: {}, log })
  stops.push(async () => {
    await running.stop()
    await store.close()
  })
  return ports.documents
}

beforeEach(() => {
  simulations = []
  messages = [
    said(1, 'customer', 'Hello! Where is my parcel 4711? Mail me at bo@example.se.'),
    said(2, 'ai', 'Parcels take three days. Your parcel 4711 left Gothenburg on Monday.'),
    said(3, 'agent', 'Difficult customer', { kind: 'note' }),
  ]
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

let operations = 0
const runParts = (
  action: string,
  conversationId = 'cnv_1',
  operationId = `op${operations++}`,
): Promise<PartOf<typeof copilot.streams.actionRun>[]> =>
  Array.fromAsync(open(copilot.streams.actionRun, { operationId, action, conversationId }))
async function runAction(action: string, conversationId?: string, operationId?: string) {
  const parts = await runParts(action, conversationId, operationId)
  expect(parts[0]).toMatchObject({ type: 'start' })
  const { type, ...result } = parts.at(-1) as Extract<PartOf<typeof copilot.streams.actionRun>, { type: 'done' }>
  expect(type).toBe('done')
  const deltas = parts.slice(1, -1).map((part) => (part.type === 'delta' ? part.text : part.type))
  expect(deltas.join('')).toBe(result.result)
  return result
}
const policy = (type: string, mode: string, config: object) =>
  ask(policyEngine.queries.policyCreate, {
    operationId: `op${operations++}`,
    policy: { name: type, type, mode, config },
  })

describe('copilot', () => {
  it('summarizes what was said, without notes, and names the newest message it saw', async () => {
    await start(localModels())
    expect(await runAction('summarize')).toEqual({
      action: 'summarize',
      conversationId: 'cnv_1',
      messageId: 'msg_3',
      result: 'Customer: Where is my parcel 4711? AI: Your parcel 4711 left Gothenburg on Monday.',
      model: 'local',
      outcome: 'done',
    })
  })

  it('answers an operation asked again with what it answered, without asking the model again', async () => {
    const endpoint = await startOpenAiEndpoint({ answer: () => ['A summary.'] })
    stops.push(() => endpoint.close())
    await start(await openaiModels({ baseUrl: endpoint.url, apiKey: 'k', chatModel: 'chat-1' }))
    const first = await runAction('summarize', 'cnv_1', 'again')
    messages.push(said(4, 'customer', 'Thank you!'))
    expect(await runAction('summarize', 'cnv_1', 'again')).toEqual(first)
    expect(endpoint.requests).toHaveLength(1)
    expect((await runAction('summarize')).messageId).toBe('msg_4')
    await expect(runAction('summarize', 'cnv_2', 'again')).rejects.toMatchObject({ code: 'conflict' })
  })

  it('counts what the model cost once for an operation, and keeps the numbers when the words go', async () => {
    const endpoint = await startOpenAiEndpoint({ answer: () => ['The customer waits. The parcel is late.'] })
    stops.push(() => endpoint.close())
    await start(await openaiModels({ baseUrl: endpoint.url, apiKey: 'k', chatModel: 'chat-1' }))
    const today = new Date().toISOString().slice(0, 10)
    const used = async () => (await ask(copilot.queries.usageRead, { from: today, to: today })).days
    expect(await used()).toEqual([])
    await runAction('summarize', 'cnv_1', 'once')
    const [day] = await used()
    expect(day).toEqual({ day: today, promptTokens: expect.any(Number), completionTokens: expect.any(Number) })
    expect(day.promptTokens).toBeGreaterThan(0)
    await runAction('summarize', 'cnv_1', 'once')
    expect(await used()).toEqual([day])
    await runAction('summarize', 'cnv_1', 'twice')
    expect((await used())[0].promptTokens).toBe(2 * day.promptTokens)

    const subject = { kind: 'conversations', conversationIds: ['cnv_1'] }
    expect((await ask(copilot.queries.copiesErase, { subject })).removed).toEqual([{ what: 'copilot runs', count: 2 }])
    expect((await used())[0].promptTokens).toBe(2 * day.promptTokens)
  })

  it('forgets the runs that quote a source which is erased, and no others', async () => {
    await start(localModels())
    const sourceId = 'src_1'
    const quoted = [{ title: 'Parcels', sourceId, version: 1, quote: 'Parcels take three days.' }]
    simulated = { outcome: 'answered', content: 'Three days.', sources: quoted }
    expect((await runAction('suggest_reply')).sources).toEqual(quoted)
    await runAction('summarize')
    const erase = (id: string) => ask(copilot.queries.copiesErase, { subject: { kind: 'source', sourceId: id } })
    expect((await erase('src_other')).removed).toEqual([{ what: 'copilot runs', count: 0 }])
    expect(await erase(sourceId)).toEqual({ removed: [{ what: 'copilot runs', count: 1 }], cursor: null })
    expect((await erase(sourceId)).removed).toEqual([{ what: 'copilot runs', count: 0 }])
  })

  it('shows the model what Pre-generation policies let it see', async () => {
    const endpoint = await startOpenAiEndpoint({ answer: () => ['The customer ', 'waits.'] })
    stops.push(() => endpoint.close())
    await start(await openaiModels({ baseUrl: endpoint.url, apiKey: 'k', chatModel: 'chat-1' }))
    await policy('PII Filter', 'Pre-generation', { kinds: ['email'] })
    expect(await runAction('summarize')).toMatchObject({ result: 'The customer waits.', model: 'chat-1' })
    const prompt = JSON.stringify(endpoint.requests.at(-1)!.body.messages)
    expect(prompt).toContain('b*@e*********')
    expect(prompt).not.toContain('bo@example.se')
    expect(prompt).not.toContain('Difficult')
  })

  it('lets a result out as Post-generation policies say', async () => {
    await start(localModels())
    messages = [said(1, 'customer', 'Why does bo@example.se get no mail?')]
    await policy('PII Filter', 'Post-generation', { kinds: ['email'] })
    expect(await runAction('summarize')).toMatchObject({
      result: 'Customer: Why does b*@e********* get no mail?',
      outcome: 'done',
    })
    await policy('Topic Filter', 'Post-generation', { topics: [{ name: 'mail', phrases: ['mail'] }] })
    expect(await runAction('summarize')).toMatchObject({ result: refusal, outcome: 'blocked' })
  })

  it('lists runs newest first, page by page, and tells the outcome of those that a release before stored', async () => {
    const documents = await start(localModels())
    simulated = { outcome: 'escalated', content: 'A colleague will answer you.' }
    const ran = []
    for (const action of ['summarize', 'suggest_reply', 'draft_note']) ran.unshift(await runAction(action))
    const list = (page: object) => ask(copilot.queries.runList, { conversationId: 'cnv_1', ...page })
    const first = await list({ limit: 2 })
    const second = await list({ limit: 2, cursor: first.nextCursor })
    expect(second.nextCursor).toBeNull()
    const items = [...first.items, ...second.items]
    expect(items.map(({ id: _, createdAt: __, ...run }: any) => run)).toEqual(ran)
    expect(items.map(({ outcome }: any) => outcome)).toEqual(['done', 'nothing_found', 'done'])
    expect(new Set(items.map(({ id }: any) => id)).size).toBe(3)
    expect((await list({ conversationId: 'cnv_2', limit: 2 })).items).toEqual([])

    const stored = await documents.collection<RunDocument>(runs)
    for (const { id } of items) {
      const { outcome: _, ...before } = (await stored.get('acme', id))!.body
      await stored.put('acme', id, before)
    }
    const { items: read } = await list({ limit: 3 })
    expect(read).toEqual(items)
  })

  it('reads a conversation of many pages', async () => {
    await start(localModels())
    messages = Array.from({ length: 450 }, (_, i) =>
      said(i + 1, i % 2 ? 'agent' : 'customer', `Message number ${i + 1}.`),
    )
    const { messageId, result } = await runAction('summarize')
    expect(messageId).toBe('msg_450')
    expect(result).toContain('Message number 450.')
  })

  it('reads on behind pages of long messages, as far as a model can be asked about them', async () => {
    await start(localModels())
    const long = '\u0001'.repeat(8_000)
    messages = [said(1, 'customer', 'Where is my parcel 4711?')]
    for (let i = 2; i <= 14; i++) messages.push(said(i, 'agent', long, { kind: 'note' }))
    expect(await runAction('summarize')).toMatchObject({
      result: 'Customer: Where is my parcel 4711?',
      messageId: 'msg_14',
    })
    // As many of them as were said don't fit into a question to the policies; the newest do.
    for (let i = 15; i <= 26; i++) messages.push(said(i, 'customer', long))
    messages.push(said(27, 'customer', 'My parcel 4712 is lost.'))
    expect(await runAction('summarize')).toMatchObject({ messageId: 'msg_27', outcome: 'done' })
  })

  it('says before anything else what needs a model and has none', async () => {
    await start(localModels())
    await expect(runParts('translate_sv')).rejects.toMatchObject({
      code: 'model_required',
      message: expect.stringContaining('CHAT_MODEL'),
    })
  })

  it('asks for a reply as for a colleague, with what was said before, as much as a simulation takes', async () => {
    await start(localModels())
    simulated = { outcome: 'answered', content: 'On Monday.' }
    messages = Array.from({ length: 60 }, (_, i) => said(i + 1, i % 2 ? 'agent' : 'customer', `Message ${i + 1}.`))
    expect(await runAction('suggest_reply')).toMatchObject({ result: 'On Monday.', sources: [], messageId: 'msg_60' })
    const [asked] = simulations as any[]
    expect(asked).toMatchObject({ message: 'Message 59.', isForColleague: true, channel: 'api' })
    expect(asked.history).toHaveLength(40)
    expect(asked.history.at(-1)).toEqual({ role: 'agent', content: 'Message 58.' })
  })

  it('says so when there is no reply to suggest, or a policy blocks it', async () => {
    await start(localModels())
    messages = [said(1, 'customer', 'Who painted the ceiling?')]
    simulated = { outcome: 'escalated', content: 'A colleague will answer you.' }
    const { result, sources, outcome } = await runAction('suggest_reply')
    expect(sources).toEqual([])
    expect(result).toContain('no answer')
    expect(outcome).toBe('nothing_found')
    simulated = { outcome: 'blocked', content: refusal }
    expect(await runAction('suggest_reply')).toMatchObject({ result: refusal, outcome: 'blocked' })
    messages = [said(1, 'agent', 'Hello, this is the shop.')]
    await expect(runAction('suggest_reply')).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('shows the model masked text to translate, and refuses a translation that is none', async () => {
    const endpoint = await startOpenAiEndpoint()
    stops.push(() => endpoint.close())
    await start(await openaiModels({ baseUrl: endpoint.url, apiKey: 'k', chatModel: 'chat-1' }))
    await policy('PII Filter', 'Pre-generation', { kinds: ['email'] })
    messages = [said(1, 'customer', 'Where is my parcel 4711? Mail me at bo@example.se.')]
    const translation = 'Var är mitt paket 4711? Mejla mig på b*@e*********.'
    endpoint.script({ parts: [translation] })
    expect(await runAction('translate_sv')).toMatchObject({ result: translation, model: 'chat-1' })
    expect(JSON.stringify(endpoint.requests.at(-1)!.body.messages)).not.toContain('bo@example.se')
    const untranslated = { parts: ['Where is my parcel 4711? Mail me at b*@e*********.'] }
    endpoint.script(untranslated, untranslated)
    await expect(runAction('translate_sv')).rejects.toMatchObject({ code: 'model_unfaithful' })
    endpoint.script({ parts: ['Hej! 4711 b*@e*********. '.repeat(30)] }, { parts: [''] })
    await expect(runAction('translate_sv')).rejects.toMatchObject({ code: 'model_unfaithful' })
  })

  it('leaves what needs no translation as it is, without asking a model', async () => {
    const endpoint = await startOpenAiEndpoint()
    stops.push(() => endpoint.close())
    await start(await openaiModels({ baseUrl: endpoint.url, apiKey: 'k', chatModel: 'chat-1' }))
    for (const text of ['4711 👍', 'Where is the parcel that you sent to me on Monday?']) {
      messages = [said(1, 'customer', text)]
      expect(await runAction('translate_en')).toMatchObject({ result: text, model: 'local' })
    }
    expect(endpoint.requests).toEqual([])
  })

  it('hears anger behind a message that tells nothing, but no longer behind one that is content', async () => {
    await start(localModels())
    messages = [said(1, 'customer', 'This is ridiculous, I am furious!'), said(2, 'customer', 'My number is 4711.')]
    expect((await runAction('analyze_sentiment')).sentiment).toMatchObject({ label: 'frustrated' })
    messages.push(said(3, 'customer', 'Thank you, that is great.'))
    expect((await runAction('analyze_sentiment')).sentiment).toMatchObject({ label: 'positive' })
  })

  it('answers not_found for a conversation that is not there, and invalid_request for an empty one', async () => {
    await start(localModels())
    await expect(runAction('summarize', 'cnv_none')).rejects.toMatchObject({ code: 'not_found' })
    messages = []
    await expect(runAction('summarize')).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
