import { endpointBody, endpointPatchBody, listenerBody, shownEvents, storedEvents } from '@frontdesk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTenant } from '../../testing/people.ts'
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'

describe('the events of a webhook endpoint', () => {
  let gateway: TestGateway
  let key: string
  beforeAll(async () => {
    gateway = await startTestGateway()
    key = (await startTenant(gateway)).apiKey
  })
  afterAll(() => gateway.stop())

  it.each([
    ['POST', '/api/webhook-endpoints', { url: 'https://example.com/hook', events: [] }],
    ['PATCH', '/api/webhook-endpoints/whe_1', { events: [] }],
    ['POST', '/api/webhook-listeners', { events: [] }],
  ] as const)('an empty list is refused, and the way to ask for all is said: %s %s', async (method, url, body) => {
    const reply = await gateway.ask({ method, url, body, key })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual([{ path: 'events', message: expect.stringContaining('["*"]') }])
  })

  it('a star is all events, also where an empty list was stored, and so is nothing', () => {
    for (const body of [endpointBody, endpointPatchBody, listenerBody]) {
      const url = body === endpointBody ? { url: 'https://example.com/hook' } : {}
      expect(storedEvents(body.parse({ ...url, events: ['*'] }).events)).toEqual([])
      expect(storedEvents(body.parse(url).events)).toEqual([])
      expect(body.safeParse({ ...url, events: ['*', 'message.sent'] }).success).toBe(false)
      expect(storedEvents(body.parse({ ...url, events: ['message.sent'] }).events)).toEqual(['message.sent'])
    }
    expect(shownEvents([])).toEqual(['*'])
    expect(shownEvents(['message.sent'])).toEqual(['message.sent'])
  })
})
