import { expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const waiting = { timeout: 20_000, interval: 100 }

test('what two sources say against each other is listed once, the newer one answers with both as sources, and it ends with either', async () => {
  const api = await platform.newTenant('contradictions')
  const list = async (query = '') => (await api.get(`/api/knowledge/contradictions${query}`)).body.items
  const old = await api.teach(
    'Return policy',
    'Unused goods can be returned within 30 days of delivery. Bring the receipt to the shop.',
  )
  const other = await api.teach('Trips', 'A trip can be cancelled within 7 days.')
  const fresh = await api.teach(
    'Returns',
    'You can return unused goods within 14 days. We pay the money back to your card.',
  )
  const found = await vi.waitFor(async () => {
    const items = await list('?status=open')
    expect(items).toHaveLength(1)
    return items[0]
  }, waiting)
  expect(found).toMatchObject({
    kind: 'number',
    newer: { sourceId: fresh.id, text: 'You can return unused goods within 14 days.' },
    older: { sourceId: old.id, text: 'Unused goods can be returned within 30 days of delivery.' },
  })
  expect(await list(`?sourceId=${old.id}`)).toHaveLength(1)
  expect(await list(`?sourceId=${other.id}`)).toEqual([])

  const answer = await api.ask('Within how many days can unused goods be returned?')
  expect(answer.content).toBe('You can return unused goods within 14 days.')
  const named = answer.sources.map(({ sourceId, superseded = false }: any) => ({ sourceId, superseded }))
  expect(named).toEqual([
    { sourceId: fresh.id, superseded: false },
    { sourceId: old.id, superseded: true },
  ])
  expect(answer.sources[1].quote).toBe('Unused goods can be returned within 30 days of delivery.')

  expect((await api.send('PATCH', '/api/settings', { body: { contradictions: 'escalate' } })).status).toBe(200)
  const escalated = await api.ask('Within how many days can unused goods be returned?')
  expect(escalated).toMatchObject({ outcome: 'escalated' })
  const { body: conversation } = await api.get(`/api/conversations/${escalated.conversationId}`)
  expect(conversation.escalation.reason).toBe('contradiction')
  await api.send('PATCH', '/api/settings', { body: { contradictions: 'newest' } })

  // The same said again is the same contradiction; what is not said any more ends it.
  const put = (text: string) => api.request('PUT', `/api/knowledge/sources/${old.id}`, { body: { text } })
  expect((await put('Unused goods can be returned within 14 days of delivery.')).status).toBeLessThan(300)
  await vi.waitFor(async () => expect(await list('?status=resolved')).toHaveLength(1), waiting)
  expect((await put('Keep the receipt. Unused goods can be returned within 30 days of delivery.')).status).toBeLessThan(
    300,
  )
  const again = await vi.waitFor(async () => {
    const items = await list('?status=open')
    expect(items).toHaveLength(1)
    return items[0]
  }, waiting)
  // Now the other one is newer.
  expect(again).toMatchObject({ id: found.id, newer: { sourceId: old.id, version: 3 }, older: { sourceId: fresh.id } })

  expect((await api.post(`/api/knowledge/contradictions/${found.id}/dismiss`, {})).body.status).toBe('dismissed')
  expect((await put('Unused goods can be returned within 30 days of delivery. Ring us.')).status).toBeLessThan(300)
  const dismissed = await api.ask('Within how many days can unused goods be returned?')
  expect(dismissed.sources.some(({ superseded }: any) => superseded)).toBe(false)
  await vi.waitFor(
    async () => expect((await list())[0]).toMatchObject({ status: 'dismissed', newer: { version: 4 } }),
    waiting,
  )

  expect((await api.delete(`/api/knowledge/sources/${fresh.id}`)).status).toBe(204)
  await vi.waitFor(async () => expect(await list()).toEqual([]), waiting)
  expect((await api.post(`/api/knowledge/contradictions/${found.id}/dismiss`, {})).status).toBe(404)
})

test('a restore of the version that is live leaves its contradictions as they are', async () => {
  const api = await platform.newTenant('restored')
  const old = await api.teach('Keys', 'A lost key costs 40 euros to replace.')
  const fresh = await api.teach('Lost keys', 'A lost key costs 60 euros to replace.')
  const until = (version: number) =>
    vi.waitFor(async () => {
      const { body } = await api.get('/api/knowledge/contradictions?status=open')
      expect(body.items).toMatchObject([{ newer: { sourceId: fresh.id, version }, older: { sourceId: old.id } }])
    }, waiting)
  await until(1)
  const answered = async () => {
    const { content, sources } = await api.ask('What does it cost to replace a lost key?')
    expect(content).toContain('60')
    return sources.map(({ title }: any) => title)
  }
  expect(await answered()).toEqual(['Lost keys', 'Keys'])
  expect((await api.post(`/api/knowledge/sources/${fresh.id}/versions/1/restore`, {})).status).toBe(202)
  await until(2)
  expect(await answered()).toEqual(['Lost keys', 'Keys'])
})

test('figures of tables are compared by row and column, and those of other things are left alone', async () => {
  const api = await platform.newTenant('figures')
  const table = (child: number, adult: number) =>
    `# Swimming hall\n\n| Ticket | Price (EUR) |\n| --- | --- |\n| Day ticket child | ${child} |\n| Day ticket adult | ${adult} |\n`
  await api.teach('Price list', table(4, 9))
  await api.teach('Kettle K100', 'The kettle holds 1.5 litres.')
  await api.teach('Kettle K200', 'The kettle holds 1.7 litres.')
  await api.teach('Leaflet', table(4, 11))
  const items = await vi.waitFor(async () => {
    const { body } = await api.get('/api/knowledge/contradictions')
    expect(body.items).not.toEqual([])
    return body.items
  }, waiting)
  expect(items.map(({ newer, older }: any) => [newer.text, older.text])).toEqual([
    ['Day ticket adult, Price (EUR): 11', 'Day ticket adult, Price (EUR): 9'],
  ])
  const answer = await api.ask('What does a day ticket for an adult cost?')
  expect(answer.content).toContain('11')
  expect(answer.sources.map(({ title }: any) => title)).toEqual(['Leaflet', 'Price list'])
})

test('of two parallel documents, told apart by their titles alone, each answers the questions about it', async () => {
  const api = await platform.newTenant('parallel')
  const pairs: [title: string, text: string, question: string][] = [
    ['Stockholm store', 'Parking costs 30 kronor an hour.', 'What does parking cost at the Stockholm store?'],
    ['Malmö store', 'Parking costs 20 kronor an hour.', 'What does parking cost at the Malmö store?'],
    ['Returns in Sweden', 'You can return goods within 30 days.', 'How many days do I have for returns in Sweden?'],
    ['Returns in Germany', 'You can return goods within 14 days.', 'How many days do I have for returns in Germany?'],
    ['Guest plan', 'The plan costs 4 euros a month.', 'What does the Guest plan cost a month?'],
    ['Team plan', 'The plan costs 29 euros a month.', 'What does the Team plan cost a month?'],
  ]
  for (const [title, text] of pairs) await api.teach(title, text)
  for (const [title, text, question] of pairs) {
    const answer = await api.ask(question)
    expect(answer, question).toMatchObject({ content: text, sources: [{ title }] })
  }
})
