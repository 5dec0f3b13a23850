import { type Collection, collection } from '@frontdesk/documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactsContext } from '../context.ts'
import { startTestConnectors } from './start-test-connectors.ts'
import { type Leased, LostLease, takeLease } from './take-lease.ts'

let set: Awaited<ReturnType<typeof startTestConnectors>>
let context: ContactsContext
/** Work that no sweep knows of. */
type Work = Leased & { done: number }
let works: Collection<Work>
beforeAll(async () => {
  set = await startTestConnectors()
  context = set.own().forTenant('acme')
  works = await set.platform.documents.collection(collection<Work>('test-works', []))
})
afterAll(() => set.close())

async function work(id: string) {
  await works.put('acme', id, { done: 0, dueAt: set.platform.clock.at })
  return {
    take: () => takeLease(works, id, context, (body) => ({ ...body, done: body.done + 1 })),
    stored: async () => (await works.get('acme', id))!,
  }
}

test('a lease keeps others away as long as it is held, with one write in half a minute', async () => {
  const { take, stored } = await work('cnv_1')
  const lease = await take()
  expect([lease?.body.done, await take()]).toEqual([1, undefined])
  const { revision } = await stored()
  for (let s = 0; s < 300; s += 10) {
    await lease!.hold()
    expect(await take()).toBeUndefined()
    set.platform.clock.at += 10_000
  }
  expect((await stored()).revision - revision).toBe(9)
  await lease!.end((body) => ({ ...body, done: 7 }))
  const { body } = await stored()
  expect([body, await take()]).toEqual([{ done: 7 }, undefined])
})

test('whoever outlived a lease may do no more, and writes over nothing', async () => {
  const { take, stored } = await work('cnv_2')
  const first = (await take())!
  set.platform.clock.at += 91_000
  const second = (await take())!
  const before = await stored()
  await expect(first.hold()).rejects.toThrow(LostLease)
  await expect(first.advance((body) => ({ ...body, done: 9 }))).rejects.toThrow(LostLease)
  await first.end((body) => ({ ...body, done: 8 }))
  expect(await stored()).toEqual(before)
  await second.hold()
  await second.advance((body) => ({ ...body, done: 5 }))
  expect((await stored()).body.done).toBe(5)
})

test('a lease of what was taken away meanwhile is lost, and ends in nothing', async () => {
  const { take } = await work('cnv_3')
  const lease = (await take())!
  await works.remove('acme', 'cnv_3')
  set.platform.clock.at += 40_000
  await expect(lease.hold()).rejects.toThrow(LostLease)
  expect(await lease.end((body) => body)).toBe(false)
})
