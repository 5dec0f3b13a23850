import { expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const waiting = { timeout: 20_000, interval: 100 }

const terms = Array.from(
  { length: 40 },
  (_, i) => `Rule ${i} says that a parcel of kind ${i * 7} costs ${i * 13} kronor.`,
)

test('sources that say the same are listed for review, until one of them goes or somebody says that they may stay', async () => {
  const api = await platform.newTenant('copies')
  const ids = {
    original: (await api.teach('Original', terms.join('\n\n'))).id,
    copy: (await api.teach('Copy', terms.join('\n').toUpperCase())).id,
    near: (await api.teach('Nearly', terms.with(3, 'This rule was changed last week.').join('\n\n'))).id,
    other: (await api.teach('Other', 'Bicycles travel for free on every ferry.')).id,
  }
  const list = async (query = '') => (await api.get(`/api/knowledge/duplicates${query}`)).body.items
  const pairsOf = (items: any[]) =>
    items
      .map(
        ({ kind, sources }) =>
          `${kind} ${sources
            .map(({ title }: any) => title)
            .sort()
            .join('+')}`,
      )
      .sort()
  await vi.waitFor(
    async () =>
      expect(pairsOf(await list())).toEqual(['exact Copy+Original', 'near Copy+Nearly', 'near Nearly+Original']),
    waiting,
  )

  const exact = (await list()).find(({ kind }: any) => kind === 'exact')
  expect(exact.likeness).toBe(1)
  expect((await api.post(`/api/knowledge/duplicates/${exact.id}/dismiss`, {})).body).toMatchObject({
    status: 'dismissed',
  })
  expect(pairsOf(await list('?status=open'))).toEqual(['near Copy+Nearly', 'near Nearly+Original'])
  expect((await api.request('DELETE', `/api/knowledge/sources/${ids.near}`)).status).toBe(204)
  await vi.waitFor(async () => expect(pairsOf(await list())).toEqual(['exact Copy+Original']), waiting)

  await api.request('PUT', `/api/knowledge/sources/${ids.copy}`, { body: { text: 'Something of its own now.' } })
  await vi.waitFor(async () => expect(await list()).toEqual([]), waiting)
})
