import { sqliteBus } from '@frontdesk/bus'
import {
  actionRun,
  conversationRead,
  type Message,
  messageList,
  messageSimulate,
  type PartOf,
  policyCreate,
  refusal,
  ServiceError,
} from '@frontdesk/contracts'
import { sqliteDocuments } from '@frontdesk/documents'
import { localModels, type Models, openaiModels } from '@frontdesk/models'
// biome-ignore lint/plugin: what leaves is decided by the real policies, so they run beside it here.
import { policyEngine } from '@frontdesk/policy-engine'
import { defineService, type OpenPorts, openLog, run } from '@frontdesk/service'
import { openSqlite } from '@frontdesk/sqlite'
import { startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { copilot } from './service.ts'

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
let simulated: object
let simulations: object[]
const stops: (() => Promise<void>)[] = []

/** Stands where chat stands: answers for one conversation, in pages of 100, and lets the test ask. */
const conversations = defineService({
  name: 'chat',
  config: z.object({}),
  uses: [],
  collections: {},
  publishes: {},
  asks: { actionRun, policyCreate },
  handles: { conversationRead, messageList, messageSimulate },
  handlers: {
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
      const end = start + limit
      const items = messages.toReversed().slice(start, end)
      return { items, nextCursor: end < messages.length ? String(end) : null }
    },
    async *messageSimulate(question) {
      simulations.push(question)
      const none = { confidence: 0, sources: [], chunks: [], policies: [], timings: { totalMs: 1 } }
      yield { ...none, escalation: { would: false, reason: null }, ...simulated } as PartOf<typeof messageSimulate>
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
  const running = await run([policyEngine, copilot, conversations], ports, { env: {}, log })
  stops.push(async () => {
    await running.stop()
    await store.close()
  })
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
): Promise<PartOf<typeof actionRun>[]> => Array.fromAsync(open(actionRun, { operationId, action, conversationId }))
async function runAction(action: string, conversationId?: string, operationId?: string) {
  const parts = await runParts(action, conversationId, operationId)
  expect(parts[0]).toMatchObject({ type: 'start' })
  const { type, ...result } = parts.at(-1) as Extract<PartOf<typeof actionRun>, { type: 'done' }>
  expect(type).toBe('done')
  const deltas = parts.slice(1, -1).map((part) => (part.type === 'delta' ? part.text : part.type))
  expect(deltas.join('')).toBe(result.result)
  return result
}
const policy = (type: string, mode: string, config: object) =>
  ask(policyCreate, { operationId: `op${operations++}`, policy: { name: type, type, mode, config } })

describe('copilot', () => {
  it('summarizes what was said, without notes, and names the newest message it saw', async () => {
    await start(localModels())
    expect(await runAction('summarize')).toEqual({
      action: 'summarize',
      conversationId: 'cnv_1',
      messageId: 'msg_3',
      result: 'Customer: Where is my parcel 4711? AI: Your parcel 4711 left Gothenburg on Monday.',
      model: 'local',
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
    expect((await runAction('summarize')).result).toBe('Customer: Why does b*@e********* get no mail?')
    await policy('Topic Filter', 'Post-generation', { topics: [{ name: 'mail', phrases: ['mail'] }] })
    expect((await runAction('summarize')).result).toBe(refusal)
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

  it('says before anything else what needs a model and has none', async () => {
    await start(localModels())
    await expect(runParts('translate_sv')).rejects.toMatchObject({
      code: 'model_required',
      message: expect.stringContaining('CHAT_MODEL'),
    })
  })

  it('answers not_found for a conversation that is not there, and invalid_request for an empty one', async () => {
    await start(localModels())
    await expect(runAction('summarize', 'cnv_none')).rejects.toMatchObject({ code: 'not_found' })
    messages = []
    await expect(runAction('summarize')).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
