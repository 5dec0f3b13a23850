import { createHmac } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { ApiClient } from './api-client.ts'

/** Makes one of everything that a tenant can have, and answers an id for each parameter of the route table. */
export async function makeOneOfEach(owner: ApiClient, name = 'desk'): Promise<Record<string, string>> {
  const make = async (path: string, body: unknown): Promise<any> => {
    const reply = await owner.post(path, body)
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    return reply.body
  }
  const source = await owner.teach('Parking', 'Parking is free for guests on weekends.')
  await owner.ask('Is parking free for guests?')
  const policy = await make('/api/policies', {
    name: 'Short',
    type: 'Length Limit',
    mode: 'Post-generation',
    config: { maxTokens: 500 },
  })
  const bulk = await make('/api/knowledge/bulk-ingest', { urls: ['http://127.0.0.1:1/'] })
  const findCrawl = async () => {
    const { body } = await owner.get(`/api/knowledge/sources/${bulk.accepted[0].sourceId}`)
    expect((await owner.get(`/api/crawls/${body.crawlId}`)).status).toBe(200)
    return body.crawlId
  }
  const crawlId = await vi.waitFor(findCrawl, { timeout: 20_000 })
  const endpoint = await make('/api/webhook-endpoints', { url: 'http://127.0.0.1:1/' })
  const listener = await make('/api/webhook-listeners', {})
  const delivery = await make(`/api/webhook-endpoints/${endpoint.id}/test`, {})
  const agent = await make('/api/agents', { name: 'Anna', email: 'anna@example.com' })
  const team = await make('/api/teams', { name: 'Billing', members: [agent.id] })
  const slaPolicy = await make('/api/sla-policies', { name: 'Fast', targets: { firstResponse: 60 } })
  const rule = await make('/api/escalation-rules', { name: 'Urgent', when: { kind: 'keywords', keywords: ['urgent'] } })
  const view = await make('/api/views', { name: 'Open', filter: { status: 'open' }, shared: true })
  const canned = await make('/api/replies', { name: 'Hello', shortcut: 'hello', content: 'Hello {{contact.name}}' })
  const key = await make('/api/api-keys', { name: 'spare', scopes: ['chat'] })
  const turns = [{ message: 'Is parking free for guests?' }]
  const suite = await make('/api/suites', { name: 'Parking', scenarios: [{ name: 'Guests', turns }] })
  const run = await make(`/api/suites/${suite.id}/run`, {})
  const tried = { questions: 5, settings: { escalationThreshold: 0.9 } }
  const rehearsal = await make('/api/rehearsals', tried)
  const contact = await make('/api/contacts', { name: 'Bo', email: 'bo@example.com' })
  const form = new FormData()
  form.append('file', new Blob(['Name\nCia\n']), 'people.csv')
  form.append('mapping', JSON.stringify({ Name: 'name' }))
  const imported = await owner.send('POST', '/api/contacts/import', { body: form })
  const erased = await make('/api/contacts', { name: 'Dag' })
  const erasing = await make(`/api/contacts/${erased.id}/erase`, {})
  const deleted = await owner.teach('Deleted', 'This text goes away.')
  expect((await owner.request('DELETE', `/api/knowledge/sources/${deleted.id}`)).status).toBe(204)
  await owner.teach('Parking again', 'Parking is free for guests on weekends.')
  const findPair = async () => {
    const { body } = await owner.get('/api/knowledge/duplicates')
    expect(body.items).toHaveLength(1)
    return body.items[0].id
  }
  const duplicateId = await vi.waitFor(findPair, { timeout: 20_000 })
  await owner.teach('Boats', 'A rowing boat costs 10 euros an hour.')
  await owner.teach('Boat hire', 'A rowing boat costs 12 euros an hour.')
  const findContradiction = async () => {
    const { body } = await owner.get('/api/knowledge/contradictions')
    expect(body.items).toHaveLength(1)
    return body.items[0].id
  }
  const contradictionId = await vi.waitFor(findContradiction, { timeout: 20_000 })
  await owner.ask('Which vegan shoes do you sell?')
  const findSuggestion = async () => {
    const { body } = await owner.get('/api/analytics/suggestions')
    expect(body.items).not.toEqual([])
    return body.items[0].id
  }
  const suggestionId = await vi.waitFor(findSuggestion, { timeout: 20_000 })
  const received = await receiveMail(owner, `${name}@example.com`)
  const draft = `/api/conversations/${received.conversationId}/drafts/reply`
  const headers = { 'x-agent-id': agent.id }
  expect((await owner.send('PUT', draft, { body: { content: 'Not sent yet' }, headers })).status).toBe(200)
  const connector = await make('/api/connectors', { kind: 'hubspot', secrets: { accessToken: 'pat-eu1-1234' } })
  const widget = await make('/api/widgets', { name: 'Shop', allowedOrigins: ['https://shop.example.com'] })
  return {
    widgetId: widget.id,
    suggestionId,
    sourceId: source.id,
    version: '1',
    ...received,
    policyId: policy.id,
    jobId: bulk.jobId,
    crawlId,
    endpointId: endpoint.id,
    listenerId: listener.id,
    connectorId: connector.id,
    deliveryId: delivery.id,
    keyId: key.id,
    agentId: agent.id,
    teamId: team.id,
    slaPolicyId: slaPolicy.id,
    viewId: view.id,
    replyId: canned.id,
    kind: 'reply',
    ruleId: rule.id,
    suiteId: suite.id,
    runId: run.id,
    rehearsalId: rehearsal.id,
    contactId: contact.id,
    importId: imported.body.jobId,
    erasureId: erasing.jobId,
    deletedSourceId: deleted.id,
    duplicateId,
    contradictionId,
    // There is none to own: its list is empty, and any id is unknown.
    deadLetterId: 'dead_letter',
  }
}

/** A picture that can be shown small: a PNG, base64. */
export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A conversation that came with a file by a channel. */
async function receiveMail(owner: ApiClient, address: string): Promise<Record<string, string>> {
  const secret = 'a-secret-of-the-mail-server'
  const channel = { kind: 'email', provider: 'raw', address, secrets: { secret } }
  const { id: channelId } = (await owner.post('/api/channels', channel)).body
  const body = [
    ...['From: Anna <anna@example.org>', `To: ${address}`, 'Subject: Parking', 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Is parking free for guests?'],
    ...['--b', 'Content-Type: image/png', 'Content-Disposition: attachment; filename="a.png"'],
    ...['Content-Transfer-Encoding: base64', '', onePixel, '--b--', ''],
  ].join('\r\n')
  const post = async (body: string) => {
    const at = Math.floor(Date.now() / 1_000)
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    const headers = { 'content-type': 'message/rfc822', 'x-signature': `t=${at},v1=${signature}` }
    const reply = await owner.send('POST', `/api/webhooks/email/${channelId}`, { body, headers })
    expect(reply.status).toBe(200)
  }
  await post(body)
  const away = ['From: Anna <anna@example.org>', `To: ${address}`, 'Subject: Away', 'Auto-Submitted: auto-replied']
  await post([...away, '', 'I am away.'].join('\r\n'))
  return vi.waitFor(
    async () => {
      const [filtered] = (await owner.get('/api/filtered-emails')).body.items
      const { id: conversationId } = (await owner.get('/api/conversations?channel=email')).body.items[0]
      const { items } = (await owner.get(`/api/conversations/${conversationId}/messages`)).body
      const answer = items.find(({ author }: any) => author.kind === 'ai')
      const question = items.find(({ author }: any) => author.kind === 'customer')
      return {
        ...{ channelId, conversationId, messageId: answer.id, attachmentId: question.attachments[0].id },
        filteredEmailId: filtered.id,
      }
    },
    { timeout: 20_000 },
  )
}
