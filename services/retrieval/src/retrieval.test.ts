import { ServiceError } from '@frontdesk/contracts'
import { localModels, type Models } from '@frontdesk/models'
import { expect, test, vi } from 'vitest'
import { useRetrieval } from '../testing/use-retrieval.ts'
import { live } from './live/live-record-document.ts'

const startRetrieval = useRetrieval()
async function start(...options: Parameters<typeof startRetrieval>) {
  const platform = await startRetrieval(...options)
  const heard = (count: number) => vi.waitFor(() => expect(platform.facts).toHaveLength(count))
  return { ...platform, heard }
}

const returns = { title: 'Returns', text: 'You can return an item within 30 days.\n\nRefunds take five days.' }
const shipping = { title: 'Frakt', text: 'Leveranstiden är två till fyra arbetsdagar.' }

test('an extracted version becomes findable and says so, with scores in 0..1 and the right chunk first', async () => {
  const { extract, find, facts, heard } = await start()
  await extract('a', 'src_1', 1, [returns])
  await extract('a', 'src_2', 1, [shipping])
  await heard(2)
  expect(facts).toContainEqual({ kind: 'indexed', tenant: 'a', sourceId: 'src_1', version: 1 })
  const chunks = await find('a', 'How long do refunds take?')
  expect(chunks[0]).toMatchObject({
    sourceId: 'src_1',
    version: 1,
    index: 1,
    title: 'Returns',
    text: 'Refunds take five days.',
  })
  for (const { score, lexical, vector } of chunks) {
    for (const value of [score, lexical, vector]) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
    }
  }
  expect((await find('a', 'hur lång är leveranstid'))[0]).toMatchObject({ sourceId: 'src_2' })
  expect(await find('a', '???')).toBeInstanceOf(Array)
})

test('while a large version is indexed it is told how far that is, with what stands already', async () => {
  const { extract, progressed, heard } = await start()
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `Shelf ${i} holds part ${i}.`).join('\n\n')
  const standing = { title: 'Returns', text: lines(3), contentId: 'cnt_same' }
  await extract('a', 'src_1', 1, [standing])
  await heard(1)
  expect(progressed).toEqual([])
  await extract('a', 'src_1', 2, [standing, { title: 'Shelves', text: lines(2_200) }])
  await heard(2)
  await vi.waitFor(() => expect(progressed.length).toBeGreaterThan(1))
  for (const { done, total } of progressed) {
    expect(total).toBe(2_203)
    expect(done).toBeGreaterThan(3)
    expect(done).toBeLessThanOrEqual(total)
  }
})

test('a large version answers by its words before its vectors are made, and says how many there are', async () => {
  let made!: () => void
  const hold = new Promise<void>((resolve) => (made = resolve))
  const local = localModels()
  const models: Models = {
    ...local,
    embedding: { ...local.embedding, isIndexed: true, weight: 0.3 },
    async embed(texts, options) {
      if (texts.length > 1) await hold
      return local.embed(texts, options)
    },
  }
  const { extract, find, heard, reindexed, clock, index } = await start({ models })
  const lines = Array.from({ length: 700 }, (_, i) => `Shelf ${i} holds part ${i}.`).join('\n\n')
  await extract('a', 'src_1', 1, [{ title: 'Shelves', text: lines }])
  await heard(1)
  const [first] = await find('a', 'What does shelf 412 hold?')
  expect(first).toMatchObject({ sourceId: 'src_1', text: 'Shelf 412 holds part 412.', vector: 0 })
  made()
  await vi.waitFor(
    async () => {
      clock.at += 10_000
      expect((await find('a', 'What does shelf 412 hold?'))[0]!.vector).toBeGreaterThan(0)
    },
    { timeout: 30_000 },
  )
  const steps = reindexed.map(({ done, total }) => `${done} of ${total}`)
  expect(steps[0]).toBe('0 of 700')
  expect(steps.length).toBeGreaterThan(2)
  expect(steps.at(-1)).toBe('700 of 700')
  // What was found by its words alone goes.
  await vi.waitFor(
    async () => {
      clock.at += 60_000
      expect(await index.count({ tenant: 'a', generation: 'words/2', dimensions: 0 })).toBe(0)
    },
    { timeout: 30_000 },
  )
})

test('a version whose vectors are kept, or most of whose contents stand with theirs, has them from the start', async () => {
  const local = localModels()
  const models = { ...local, embedding: { ...local.embedding, isIndexed: true, weight: 0.3 } }
  const { extract, find, heard, reindexed, clock } = await start({ models })
  const lines = Array.from({ length: 300 }, (_, i) => `Shelf ${i} holds part ${i}.`).join('\n\n')
  const shelves = { title: 'Shelves', text: lines, contentId: 'cnt_shelves' }
  await extract('a', 'src_1', 1, [shelves])
  await heard(1)
  await vi.waitFor(
    async () => {
      clock.at += 10_000
      expect((await find('a', 'shelf 12'))[0]!.vector).toBeGreaterThan(0)
    },
    { timeout: 30_000 },
  )
  const told = reindexed.length
  await extract('a', 'src_1', 2, [shelves, { title: 'Returns', text: 'Refunds take five days.' }])
  await heard(2)
  expect((await find('a', 'How long do refunds take?'))[0]!.vector).toBeGreaterThan(0)
  expect(reindexed).toHaveLength(told)
})

test('another tenant finds nothing of it', async () => {
  const { extract, find, heard } = await start()
  await extract('a', 'src_1', 1, [returns])
  await heard(1)
  expect(await find('b', 'return an item')).toEqual([])
})

test('a question asked while versions flip always finds exactly one version', async () => {
  const { extract, find, facts, heard } = await start()
  const version = (n: number) => [{ title: 'Price', text: `The price is ${n} kronor in version${n}.` }]
  await extract('a', 'src_1', 1, version(1))
  await heard(1)
  let newest = 1
  let asked = 0
  let isOver = false
  const flipping = (async () => {
    while (!isOver) {
      newest++
      await extract('a', 'src_1', newest, version(newest))
      await heard(newest)
    }
  })()
  try {
    // Until both have met often enough, however slow either is.
    while (asked < 8 || facts.length < 6) {
      const chunks = await find('a', 'What is the price?')
      expect(chunks).toHaveLength(1)
      expect(chunks[0]!.text).toContain(`version${chunks[0]!.version}.`)
      asked++
    }
  } finally {
    isOver = true
    await flipping
  }
  expect((await find('a', 'What is the price?'))[0]!.version).toBe(newest)
})

test('a source that flips during one search and during the next is found in its newest version', async () => {
  let flip = async () => {}
  const { extract, find, heard } = await start({
    wrapIndex: (inner) => ({
      ...inner,
      async search(space, query) {
        const found = await inner.search(space, query)
        await flip()
        return found
      },
    }),
  })
  const version = (n: number) => [{ title: 'Price', text: `The price is ${n} kronor.` }]
  await extract('a', 'src_1', 1, version(1))
  await heard(1)
  let live = 1
  flip = async () => {
    if (live === 3) return
    live++
    await extract('a', 'src_1', live, version(live))
    await heard(live)
  }
  expect((await find('a', 'What is the price?')).map((chunk) => chunk.version)).toEqual([3])
})

test('an event delivered again, or of an older version, changes nothing', async () => {
  const { extract, find, facts, heard, index, clock } = await start()
  const first = await extract('a', 'src_1', 1, [returns])
  await extract('a', 'src_1', 2, [shipping])
  await heard(2)
  await first.again()
  await extract('a', 'src_2', 1, [returns])
  await heard(3)
  expect(facts.map(({ sourceId, version }) => `${sourceId} ${version}`)).toEqual(['src_1 1', 'src_1 2', 'src_2 1'])
  expect((await find('a', 'leveranstiden'))[0]).toMatchObject({ sourceId: 'src_1', version: 2 })
  clock.at += 60_000
  const space = { tenant: 'a', generation: 'local-hashed-1024/2', dimensions: 0 }
  // Only the shipping chunk and the two of the other source stay.
  await vi.waitFor(async () => expect(await index.count(space)).toBe(3))
})

test('a content that both versions share stays when the old version goes', async () => {
  const { extract, find, heard, index, clock } = await start()
  const shared = { ...returns, contentId: 'cnt_shared' }
  await extract('a', 'src_1', 1, [shared, { ...shipping, contentId: 'cnt_old' }])
  await extract('a', 'src_1', 2, [shared, { title: 'New', text: 'Something else entirely.' }])
  await heard(2)
  clock.at += 60_000
  const space = { tenant: 'a', generation: 'local-hashed-1024/2', dimensions: 0 }
  await vi.waitFor(async () => expect(await index.count(space)).toBe(3))
  // And the first version comes back, as a restore does.
  await extract('a', 'src_1', 3, [shared, { ...shipping, contentId: 'cnt_old' }])
  await heard(3)
  expect((await find('a', 'leveranstiden'))[0]).toMatchObject({ version: 3, contentId: 'cnt_old', title: 'Frakt' })
})

test('a deleted source is found no more, and late indexing revives nothing', async () => {
  const { extract, find, remove, heard, index, clock, facts, documents } = await start()
  await extract('a', 'src_1', 1, [returns])
  await heard(1)
  await remove('a', 'src_1')
  await vi.waitFor(async () => expect(await find('a', 'return an item')).toEqual([]))
  const late = await extract('a', 'src_1', 2, [returns])
  await extract('a', 'src_2', 1, [shipping])
  await heard(2)
  await late.again()
  await extract('a', 'src_3', 1, [shipping])
  await heard(3)
  expect(facts.map(({ sourceId }) => sourceId)).toEqual(['src_1', 'src_2', 'src_3'])
  expect(await find('a', 'return an item within days')).toEqual([])
  clock.at += 60_000
  const space = { tenant: 'a', generation: 'local-hashed-1024/2', dimensions: 0 }
  await vi.waitFor(async () => expect(await index.count(space)).toBe(2))
  const tombstone = await (await documents.collection(live)).get('a', 'src_1')
  expect(tombstone!.body).toMatchObject({ deleted: true, contents: [] })
})

test('a source deleted while it is being indexed leaves nothing behind', async () => {
  let reached!: () => void
  let goOn!: () => void
  const indexing = new Promise<void>((resolve) => {
    reached = resolve
  })
  const deleted = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const { extract, find, forget, remove, index, clock, documents } = await start({
    wrapIndex: (inner) => ({
      ...inner,
      async put(space, chunks) {
        await inner.put(space, chunks)
        reached()
        await deleted
      },
    }),
  })
  await extract('a', 'src_1', 1, [returns])
  await indexing
  await forget('a', 'src_1')
  await remove('a', 'src_1')
  goOn()
  const records = await documents.collection(live)
  const space = { tenant: 'a', generation: 'local-hashed-1024/2', dimensions: 0 }
  await vi.waitFor(
    async () => {
      clock.at += 20_000
      expect(await index.count(space)).toBe(0)
      expect((await records.get('a', 'src_1'))!.body).toMatchObject({ retired: [], removing: [], removeAfter: null })
    },
    { timeout: 30_000, interval: 100 },
  )
  expect(await find('a', 'return')).toEqual([])
})

test('a new title is what the next answer names', async () => {
  const { extract, find, describe, heard } = await start()
  await extract('a', 'src_1', 1, [returns])
  await heard(1)
  await describe('a', 'src_1', 'Return policy')
  await vi.waitFor(async () => expect((await find('a', 'return an item'))[0]!.title).toBe('Return policy'))
})

test('a version whose chunks can not be read is rejected with a reason, and what was live stays', async () => {
  const { extract, find, heard, facts } = await start()
  await extract('a', 'src_1', 1, [returns])
  await heard(1)
  await extract('a', 'src_1', 2, [shipping], false)
  await heard(2)
  expect(facts[1]).toMatchObject({ kind: 'rejected', sourceId: 'src_1', version: 2 })
  expect((await find('a', 'return an item'))[0]).toMatchObject({ version: 1 })
  await extract('a', 'src_1', 3, [shipping])
  await heard(3)
  expect(facts[2]).toMatchObject({ kind: 'indexed', version: 3 })
})

test('many old candidates do not hide the live ones', async () => {
  const { extract, find, heard } = await start()
  const many = (n: number) => Array.from({ length: 60 }, (_, i) => `Common words about parcels ${n} ${i}.`).join('\n\n')
  await extract('a', 'src_1', 1, [{ title: 'Old', text: many(1) }])
  await heard(1)
  await extract('a', 'src_1', 2, [{ title: 'New', text: 'Something about parcels.' }])
  await extract('a', 'src_2', 1, [
    { title: 'Other', text: 'There is also a note on the parcels that we send abroad every week.' },
  ])
  await heard(3)
  const chunks = await find('a', 'common words about parcels')
  expect(chunks.map(({ sourceId, version }) => [sourceId, version]).sort()).toEqual([
    ['src_1', 2],
    ['src_2', 1],
  ])
})

test('without the embedding model the words alone decide, and sources wait for it', async () => {
  const models = localModels()
  let isAway = false
  const { extract, find, heard } = await start({
    models: {
      ...models,
      async embed(texts, options) {
        if (isAway) throw new ServiceError('model_unavailable')
        return models.embed(texts, options)
      },
    },
  })
  await extract('a', 'src_1', 1, [returns])
  await heard(1)
  isAway = true
  expect((await find('a', 'How long do refunds take?'))[0]).toMatchObject({ index: 1, vector: 0 })
  await extract('a', 'src_2', 1, [shipping])
  await new Promise(setImmediate)
  isAway = false
  await heard(2)
})

test('fifty sources at once are all found', async () => {
  const { extract, find, heard } = await start()
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      extract('a', `src_${i}`, 1, [{ title: `T${i}`, text: `Article${i} tells about subject${i}.` }]),
    ),
  )
  await heard(50)
  for (const i of [0, 17, 49]) expect((await find('a', `subject${i}`))[0]!.sourceId).toBe(`src_${i}`)
})
