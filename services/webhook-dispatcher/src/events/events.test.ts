import { createHmac } from 'node:crypto'
import { chat, ingest, webhookDispatcher } from '@frontdesk/contracts'
import { describe, expect, it } from 'vitest'
import { aConversation, aMessage, aSource, type Subscriber } from '../../testing/start-test-dispatcher.ts'
import { ledger, say, second, until, useDispatchers, words } from '../../testing/use-dispatchers.ts'

const own = useDispatchers()

describe('an event', () => {
  it('reaches its endpoint, signed in both forms over the bytes that were sent', async () => {
    const hook = await own.subscriber()
    const dispatcher = await own.start()
    const { id, secret } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageReceived, 'cnv_1', say('Hej åäö ✓'))
    await until(() => expect(hook.received).toHaveLength(1))
    const { headers, text, body } = hook.received[0]!
    const t = String(own.now / second)
    const plain = createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')
    expect(headers['x-webhook-signature']).toBe(`t=${t},v1=${plain}`)
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const standard = createHmac('sha256', key).update(`${body.id}.${t}.${text}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${standard}`)
    expect(headers).toMatchObject({ 'webhook-id': body.id, 'content-type': 'application/json' })
    expect(body).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      ...{ type: 'message.received', createdAt: '2026-03-01T12:00:00.000Z', tenant: 'acme', key: 'cnv_1', sequence: 1 },
      data: { conversation: { id: 'cnv_1', channel: 'api', status: 'open' }, message: { content: 'Hej åäö ✓' } },
    })
    await until(async () =>
      expect(await ledger(dispatcher, id)).toMatchObject([
        { state: 'delivered', event: { id: body.id, sequence: 1 }, attempts: [{ status: 200, reply: 'thanks' }] },
      ]),
    )
  })

  it('goes to each enabled endpoint of its tenant whose filter it fits, and to no other', async () => {
    const [all, some, other, disabled, foreign] = await Promise.all(Array.from({ length: 5 }, () => own.subscriber()))
    const dispatcher = await own.start()
    await dispatcher.create(all!.url)
    await dispatcher.create(some!.url, { events: ['message.sent', 'knowledge.updated'] })
    await dispatcher.create(other!.url, { events: ['message.received'] })
    const { id } = await dispatcher.create(disabled!.url)
    await dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId: id, patch: { enabled: false } })
    await dispatcher.create(foreign!.url, {}, 'other-tenant')
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('hello'))
    await dispatcher.publish(ingest.events.knowledgeUpdated, 'src_1', [{ source: aSource(), change: 'updated' }])
    await dispatcher.publish(chat.events.conversationCreated, 'cnv_2', [{ conversation: aConversation() }])
    const types = (one?: Subscriber) => one!.received.map(({ body }) => body.type).sort()
    await until(() => {
      expect(types(all)).toEqual(['conversation.created', 'knowledge.updated', 'message.sent'])
      expect(types(some)).toEqual(['knowledge.updated', 'message.sent'])
    })
    expect([other, disabled, foreign].flatMap(types)).toEqual([])
  })

  it('leaves with every text as the policies let it out', async () => {
    const hook = await own.subscriber()
    const dispatcher = await own.start()
    await dispatcher.create(hook.url)
    const sources = [{ title: 'SECRET prices', sourceId: 'src_1', version: 1, quote: 'costs SECRET' }]
    const citations = [{ start: 0, end: 12, source: 0, quote: 'costs SECRET' }]
    const attachments = [{ id: 'att_1', filename: 'SECRET.pdf', contentType: 'application/pdf', bytes: 1 }]
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', [
      aMessage('It is SECRET', { sources, citations, attachments }),
    ])
    const escalation = { reason: 'a SECRET', at: '2026-03-01T12:00:00.000Z', summary: 'SECRET', sourcesTried: [] }
    const contact = { email: 'SECRET@example.com', phone: '+46 8 SECRET', name: 'Anna', externalId: 'crm_1' }
    const conversation = aConversation({ subject: 'My SECRET', escalation, tags: ['SECRET', 'vip'], contact })
    await dispatcher.publish(chat.events.conversationEscalated, 'cnv_2', [
      { conversation, reason: 'requested', summary: 'asked for SECRET', score: 0.2 },
    ])
    const source = aSource({ title: 'SECRET', source: 'SECRET.pdf', metadata: { by: 'SECRET' }, tags: ['SECRET'] })
    await dispatcher.publish(ingest.events.knowledgeUpdated, 'src_1', [{ source, change: 'updated' }])
    await until(() => expect(hook.received).toHaveLength(3))
    expect(hook.received.map(({ text }) => text).join()).not.toContain('SECRET')
    const sent = hook.received.find(({ body }) => body.type === 'message.sent')!
    expect(sent.body.data.message).toMatchObject({
      content: 'It is ******',
      sources: [{ title: '****** prices', quote: 'costs ******', masked: true }],
      citations: [{ start: 0, end: 12, source: 0, quote: 'costs ******', masked: true }],
      attachments: [{ id: 'att_1', filename: '******.pdf' }],
    })
    // A masked address would be none in the shape of a contact.
    const escalated = hook.received.find(({ body }) => body.type === 'conversation.escalated')!
    expect(escalated.body.data.conversation.contact).toEqual({ name: 'Anna', externalId: 'crm_1' })
    expect(escalated.body.data.conversation.tags).toEqual(['******', 'vip'])
  })

  it('hides what a policy masks in every field of a message, the name of its author too', async () => {
    const hook = await own.subscriber()
    const dispatcher = await own.start()
    await dispatcher.create(hook.url)
    const at = '2026-03-01T12:00:00.000Z'
    const everything = {
      author: { kind: 'customer', id: 'SECRET one', name: 'SECRET@example.com' },
      sources: [{ title: 'Prices', sourceId: 'src_1', version: 1, url: 'https://shop.test/SECRET', quote: 'a' }],
      reason: 'SECRET',
      error: { code: 'internal', message: 'SECRET' },
      policies: [{ policyId: 'pol_1', name: 'n', type: 'PII Filter', mode: 'x', decision: 'pass', reason: 'SECRET' }],
      attachments: [{ id: 'att_1', filename: 'a', contentType: 'text/plain; name=SECRET', bytes: 1 }],
      delivery: { state: 'failed', at, code: 'to SECRET' },
    }
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', [aMessage('hello', everything)])
    await until(() => expect(hook.received).toHaveLength(1))
    expect(hook.received[0]!.text).not.toContain('SECRET')
    const { message } = hook.received[0]!.body.data
    expect(message).toMatchObject({ author: { name: '******@example.com' }, policies: [{ type: 'PII Filter' }] })
    // Half of a URL leads nowhere.
    expect(message.sources[0]).toEqual({ title: 'Prices', sourceId: 'src_1', version: 1, quote: 'a' })
    expect(dispatcher.policies.asked).toBe(1)
  })

  it('does not leave while the policies can not be evaluated, however long that is, and leaves afterwards', async () => {
    const hook = await own.subscriber()
    const hurried = {
      at: own.now,
      now: () => hurried.at,
      callAt(at: number, callback: () => void) {
        const soon = setImmediate(() => {
          hurried.at = Math.max(hurried.at, at)
          callback()
        })
        return () => clearImmediate(soon)
      },
    }
    const dispatcher = await own.start({ busClock: hurried })
    await dispatcher.create(hook.url)
    dispatcher.policies.down = true
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('hello'))
    await until(() => expect(dispatcher.policies.asked).toBeGreaterThan(20))
    expect(hook.received).toEqual([])
    dispatcher.policies.down = false
    await until(() => expect(hook.received).toHaveLength(1))
  })

  it('that is a note stays inside', async () => {
    const hook = await own.subscriber()
    const dispatcher = await own.start()
    await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', [
      aMessage('internal', { kind: 'note' }),
      aMessage('hello'),
    ])
    await until(() => expect(words(hook)).toEqual(['hello']))
  })
})
