import { expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()

const put = (sourceId: string, body: unknown) =>
  platform.api.send('PUT', `/api/knowledge/sources/${sourceId}`, { body })
const versionsOf = async (sourceId: string) =>
  (await platform.api.get(`/api/knowledge/sources/${sourceId}/versions?limit=100`)).body.items
const untilLive = (sourceId: string, version: number) =>
  vi.waitFor(
    async () => {
      const { body } = await platform.api.get(`/api/knowledge/sources/${sourceId}`)
      expect(body).toMatchObject({ status: 'Ready', liveVersion: version, version })
      return body
    },
    { timeout: 40_000, interval: 50 },
  )

test('new content is a new version, an old one comes back by restore, and their difference is a unified diff', async () => {
  const { api } = platform
  const source = await api.teach('Opening hours', 'The shop opens at 9.\nIt closes at 18.\nParking is free.')
  expect((await put(source.id, { text: 'The shop opens at 9.\nIt closes at 21.\nParking is free.' })).status).toBe(202)
  await untilLive(source.id, 2)
  expect((await api.ask('When does the shop close?')).content).toContain('21')

  const diff = await api.get(`/api/knowledge/sources/${source.id}/versions/1/diff?to=2`)
  expect(diff).toMatchObject({ status: 200, body: { from: 1, to: 2 } })
  expect(diff.body.diff.split('\n').slice(2)).toEqual([
    '@@ -1,3 +1,3 @@',
    ' The shop opens at 9.',
    '-It closes at 18.',
    '+It closes at 21.',
    ' Parking is free.',
    '\\ No newline at end of file',
    '',
  ])
  expect((await api.get(`/api/knowledge/sources/${source.id}/versions/1/diff?to=7`)).status).toBe(404)
  expect((await api.get(`/api/knowledge/sources/${source.id}/versions/1/diff`)).status).toBe(422)

  const restored = await api.post(`/api/knowledge/sources/${source.id}/versions/1/restore`, {})
  expect(restored).toMatchObject({ status: 202, body: { version: 3 } })
  await untilLive(source.id, 3)
  const answer = await api.ask('When does the shop close?')
  expect(answer.content).toContain('18')
  expect(answer.sources[0]).toMatchObject({ sourceId: source.id, version: 3 })
  const versions = await versionsOf(source.id)
  expect(versions.map(({ version, live, status }: any) => [version, live, status])).toEqual([
    [3, true, 'Ready'],
    [2, false, 'Ready'],
    [1, false, 'Ready'],
  ])
  expect(versions[0]).toMatchObject({ note: 'Restored from version 1', sha256: versions[2].sha256 })
  expect((await api.get(`/api/knowledge/sources/${source.id}/versions/3`)).body.text).toContain('closes at 18')
  expect((await api.get(`/api/knowledge/sources/${source.id}/chunks`)).body.items).toHaveLength(1)
})

test('the old version answers while a new one fails, and its number is not used again', async () => {
  const { api } = platform
  const source = await api.teach('Ferries', 'The ferry to the island leaves every forty minutes.')
  const form = new FormData()
  form.set('file', new Blob(['%PDF-1.4 and nothing more']), 'ferries.pdf')
  expect((await api.send('PUT', `/api/knowledge/sources/${source.id}`, { body: form })).status).toBe(202)
  const failed = await api.untilProcessed(source.id)
  expect(failed).toMatchObject({ status: 'Failed', error: { code: 'damaged_document' }, version: 2, liveVersion: 1 })
  expect((await api.ask('How often does the ferry leave?')).content).toContain('forty minutes')
  expect((await api.post(`/api/knowledge/sources/${source.id}/versions/2/restore`, {})).status).toBe(409)

  await put(source.id, { text: 'The ferry to the island leaves every twenty minutes.' })
  await untilLive(source.id, 3)
  expect((await api.ask('How often does the ferry leave?')).content).toContain('twenty minutes')
  expect((await versionsOf(source.id)).map(({ status }: any) => status)).toEqual(['Ready', 'Failed', 'Ready'])
})

test('many changes at once get numbers of their own, and the newest answers', async () => {
  const { api } = platform
  const source = await api.teach('Lockers', 'Locker price number 0 is asked for a day.')
  const replies = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => put(source.id, { text: `Locker price number ${n} is asked.` })),
  )
  expect(replies.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5, 6])
  const [newest] = replies.filter(({ body }) => body.version === 6)
  await untilLive(source.id, 6)
  await vi.waitFor(
    async () => {
      const versions = await versionsOf(source.id)
      expect(versions.map(({ version }: any) => version)).toEqual([6, 5, 4, 3, 2, 1])
      expect(versions.every(({ status }: any) => status === 'Ready')).toBe(true)
    },
    { timeout: 20_000, interval: 50 },
  )
  const n = 1 + replies.indexOf(newest!)
  expect((await api.chunks(source.id))[0]!.text).toContain(`number ${n} `)
})

test('what a source is called changes at once, and makes no version', async () => {
  const { api } = platform
  const source = await api.teach('Bikes', 'Bikes are rented by the hour.')
  const changed = await put(source.id, { title: 'Bicycles', tags: ['rent'], metadata: { team: 'Outdoor' } })
  expect(changed).toMatchObject({
    status: 200,
    body: { title: 'Bicycles', tags: ['rent'], version: 1, liveVersion: 1 },
  })
  expect(Date.parse(changed.body.updated)).toBeGreaterThanOrEqual(Date.parse(source.updated))
})
