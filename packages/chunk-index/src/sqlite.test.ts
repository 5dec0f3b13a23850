import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chunkOf, newSpace, pointing, texts } from './conformance/chunks.ts'
import { openChunkDatabase } from './sqlite/chunk-database.ts'
import { readSqliteChunks } from './sqlite/count-contents.ts'
import { inspectSqliteChunkIndex } from './sqlite/inspect.ts'
import { sqliteChunkIndex } from './sqlite.ts'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontdesk-chunks-'))
  file = join(dir, 'chunks.db')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('many small writes end in few segments, and every score is what one write gives', async () => {
  const [many, one] = [newSpace(), newSpace()]
  const database = openChunkDatabase(file)
  const chunks = texts(300).map((text, i) => chunkOf(`cnt${i}`, text, { vector: pointing(i, i + 1, (i % 9) / 10) }))
  for (const chunk of chunks) {
    database.put(many, [chunk])
    database.commit()
    while (database.upkeep());
  }
  database.put(one, chunks)
  database.commit()
  while (database.upkeep());
  const rows = inspectSqliteChunkIndex(file).lists[0]!.rows as { tenant: string; segments: number }[]
  expect(rows.find(({ tenant }) => tenant === many.tenant)!.segments).toBeLessThan(16)
  for (const question of ['frakt retur', 'lösenord konto adress order', 'warranty', 'kund pris price faktura']) {
    const query = { question: question, vector: pointing(3, 4, 0.5), limit: 30 }
    expect(database.search(many, query)).toEqual(database.search(one, query))
  }
  database.close()
})

test('a search that passes over what can not be among the best finds the same as one that scores every chunk', async () => {
  const database = openChunkDatabase(file)
  const space = newSpace()
  const words = texts(400)
  // Texts of many lengths, several to a content, in segments of several levels.
  for (let i = 0; i < 1_500; i += 100) {
    const chunks = Array.from({ length: 100 }, (_, at) => {
      const text = words.slice((i * 7 + at * 3) % 390, ((i * 7 + at * 3) % 390) + 1 + (at % 9)).join(' ')
      return chunkOf(`cnt${Math.floor((i + at) / 7)}`, text, { index: (i + at) % 7 })
    })
    database.put(space, chunks)
    database.commit()
    while (i % 500 === 0 && database.upkeep());
  }
  // Long ones: of a short one the sentences of the best are read, which are others among more.
  const questions = texts(200).filter((text) => new Set(text.split(' ')).size > 11)
  expect(questions.length).toBeGreaterThan(12)
  const expectSame = (contentIds?: string[]) => {
    for (const question of questions.slice(0, 15)) {
      const query = { question, ...(contentIds && { contentIds }) }
      const all = database.search(space, { ...query, limit: 1_500 }).lexical
      for (const limit of [20, 25])
        expect(database.search(space, { ...query, limit }).lexical).toEqual(all.slice(0, limit))
    }
  }
  expectSame()
  expectSame(Array.from({ length: 60 }, (_, i) => `cnt${i * 5}`))
  database.removeContents(
    space,
    Array.from({ length: 100 }, (_, i) => `cnt${i * 4}`),
  )
  database.put(space, [chunkOf('cnt1', words.slice(0, 9).join(' '), { index: 1 })])
  database.commit()
  expectSame()
  database.close()
})

test('what an undone write left in memory is found by nobody, and the next write is found', () => {
  const database = openChunkDatabase(file)
  const space = newSpace()
  database.put(space, [chunkOf('cnt0', 'Zanzibarella paid')])
  database.commit()
  database.put(space, [chunkOf('cnt1', 'Quetzalcoatl paid')])
  const search = (question: string) => database.search(space, { question, limit: 5 }).lexical.map(({ text }) => text)
  expect(search('Quetzalcoatl')).toEqual(['Quetzalcoatl paid'])
  expect(search('Xylophonist')).toEqual([])
  const hidden = `${file}.hidden`
  renameSync(file, hidden)
  expect(() => database.commit()).toThrow('removed or replaced')
  renameSync(hidden, file)
  expect(search('Quetzalcoatl')).toEqual([])
  database.put(space, [chunkOf('cnt1', 'Xylophonist paid')])
  database.commit()
  expect(search('Xylophonist')).toEqual(['Xylophonist paid'])
  expect(search('Quetzalcoatl')).toEqual([])
  database.close()
})

/** Whether a file of the folder has a text. */
const isInFiles = (text: string): boolean =>
  readdirSync(dir).some((name) => readFileSync(join(dir, name)).includes(text))

test('what was removed is soon in no file any more, also when it was one chunk of many, and after a restart', async () => {
  const space = newSpace()
  const isGone = (word: string) => vi.waitFor(() => expect(isInFiles(word)).toBe(false), { timeout: 20_000 })
  let index = sqliteChunkIndex(file)
  const kept = Array.from({ length: 40 }, (_, i) => chunkOf(`kept${i}`, 'a text that stays'))
  await index.put(space, [...kept, chunkOf('first', 'Zanzibarella paid'), chunkOf('second', 'Quetzalcoatl paid')])
  expect(isInFiles('zanzibarella') && isInFiles('quetzalcoatl')).toBe(true)
  await index.removeContents(space, ['first'])
  await isGone('Zanzibarella')
  await isGone('zanzibarella')
  expect(isInFiles('Quetzalcoatl')).toBe(true)

  await index.removeContents(space, ['second'])
  await index.close()
  index = sqliteChunkIndex(file)
  expect(await index.count(space)).toBe(40)
  await isGone('Quetzalcoatl')
  await isGone('quetzalcoatl')
  expect((await index.search(space, { question: 'stays', limit: 50 })).lexical).toHaveLength(40)
  await index.close()
}, 60_000)

test('an erased tenant is in no file any more when its erasure is over', async () => {
  const [erased, kept] = [newSpace(), newSpace()]
  const index = sqliteChunkIndex(file)
  for (let i = 0; i < 20; i++) {
    await index.put(erased, [chunkOf(`cnt${i}`, `Zanzibarella paid invoice${i}`)])
    await index.put(kept, [chunkOf(`cnt${i}`, `Quetzalcoatl paid invoice${i}`)])
  }
  await index.eraseTenant(erased.tenant)
  expect(isInFiles('Zanzibarella') || isInFiles('zanzibarella')).toBe(false)
  expect((await index.search(kept, { question: 'Quetzalcoatl', limit: 50 })).lexical).toHaveLength(20)
  await index.close()
})

test('a search goes before the writes that wait', async () => {
  const index = sqliteChunkIndex(file)
  const space = newSpace()
  const batches = 40
  const chunksOf = (batch: number) =>
    Array.from({ length: 50 }, (_, at) => chunkOf(`cnt${batch}`, `waiting words number${batch}`, { index: at }))
  await index.put(space, chunksOf(0))
  const puts = Array.from({ length: batches }, (_, i) => index.put(space, chunksOf(i + 1)))
  const { asked } = await index.search(space, { question: 'waiting words', limit: 1 })
  await Promise.all(puts)
  expect(asked.chunks).toBeLessThan(batches * 50)
  expect(await index.count(space)).toBe((batches + 1) * 50)
  await index.close()
})

test('a folder that is no folder is said to be unavailable', async () => {
  const index = sqliteChunkIndex('/dev/null/chunks.db')
  await expect(index.check()).rejects.toMatchObject({ code: 'unavailable' })
  await index.close()
})

test('a file that was removed under the running process fails what is asked, and is made anew', async () => {
  const index = sqliteChunkIndex(file)
  const space = newSpace()
  await index.put(space, [chunkOf('cnt1', 'Zanzibarella paid')])
  for (const name of readdirSync(dir)) rmSync(join(dir, name))
  await expect(index.put(space, [chunkOf('cnt2', 'Quetzalcoatl paid')])).rejects.toMatchObject({ code: 'unavailable' })
  await vi.waitFor(() => index.check(), { timeout: 5_000 })
  expect(existsSync(file)).toBe(true)
  expect(await index.count(space)).toBe(0)
  await index.put(space, [chunkOf('cnt2', 'Quetzalcoatl paid')])
  await index.close()
  const after = sqliteChunkIndex(file)
  expect((await after.search(space, { question: 'Quetzalcoatl', limit: 5 })).lexical).toHaveLength(1)
  await after.close()
})

test('a file that is removed while nobody asks is noticed, so that a search finds what is on disk', async () => {
  const index = sqliteChunkIndex(file, { onMaintenanceFailure: () => {} })
  const space = newSpace()
  await index.put(space, [chunkOf('cnt1', 'Zanzibarella paid')])
  for (const name of readdirSync(dir)) rmSync(join(dir, name))
  await vi.waitFor(async () => expect(await index.count(space)).toBe(0), { timeout: 5_000 })
  await index.close()
})

test('a file that is no database fails what is asked, and works once it is moved away', async () => {
  const { writeFileSync } = await import('node:fs')
  writeFileSync(file, 'this is no database, and long enough to be looked at as one'.repeat(100))
  const index = sqliteChunkIndex(file)
  const space = newSpace()
  await expect(index.put(space, [chunkOf('cnt', 'text')])).rejects.toMatchObject({ code: 'unavailable' })
  rmSync(file)
  await index.put(space, [chunkOf('cnt', 'text')])
  expect(await index.count(space)).toBe(1)
  await index.close()
})

test('a file that was removed is an empty index once contents are counted, and is written anew', async () => {
  const index = sqliteChunkIndex(file)
  const space = newSpace()
  await index.put(space, [chunkOf('before', 'old words')])
  for (const name of readdirSync(dir)) rmSync(join(dir, name))
  expect(await index.contentCounts(space, ['before'])).toEqual(new Map())
  await index.put(space, [chunkOf('after', 'new words')])
  expect((await index.search(space, { question: 'new old', limit: 5 })).lexical).toHaveLength(1)
  await index.check()
  await index.close()
  const again = sqliteChunkIndex(file)
  expect(await again.count(space)).toBe(1)
  await again.close()
})

test('contents are counted beside the process that has the file', async () => {
  const space = newSpace()
  const before = readSqliteChunks(file)
  expect(await before.contentCounts(space, ['cnt'])).toEqual(new Map())
  expect(readdirSync(dir)).toEqual([])
  const index = sqliteChunkIndex(file)
  await index.put(space, [chunkOf('cnt', 'some words')])
  const beside = readSqliteChunks(file)
  expect(await beside.contentCounts(space, ['cnt', 'other'])).toEqual(new Map([['cnt', 1]]))
  await Promise.all([before.close(), beside.close(), index.close()])
})

test('searches are answered while a large batch is written, and see all of it or nothing', async () => {
  const index = sqliteChunkIndex(file)
  const space = newSpace()
  const words = (i: number) => Array.from({ length: 60 }, (_, at) => `word${(i * 31 + at * 7) % 4_000}`).join(' ')
  const batch = (content: string, count: number) =>
    Array.from({ length: count }, (_, i) => chunkOf(content, `common ${words(i)}`, { index: i }))
  await index.put(space, batch('before', 20))
  let isWritten = false
  const written = index.put(space, batch('large', 1_500)).then(() => (isWritten = true))
  let answered = 0
  while (!isWritten) {
    const { lexical, asked } = await index.search(space, { question: 'common', limit: 5 })
    expect(lexical).toHaveLength(5)
    expect([20, 1_520]).toContain(asked.chunks)
    if (!isWritten) answered++
  }
  await written
  expect(answered).toBeGreaterThan(10)
  expect((await index.search(space, { question: 'common', limit: 1 })).asked.chunks).toBe(1_520)
  await index.close()
})
