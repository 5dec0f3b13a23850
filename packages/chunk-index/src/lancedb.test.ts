import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { connect } from '@lancedb/lancedb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asked, chunkOf, newSpace, pointing, texts } from './conformance/chunks.ts'
import { lancedbChunkIndex } from './lancedb.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontdesk-chunks-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Puts content after content into a space and says which are acknowledged, until it is killed after so many. */
async function putUntilKilled(tenant: string, first: number, acknowledged: number): Promise<number> {
  const script = `
    const { lancedbChunkIndex } = await import(${JSON.stringify(new URL('./lancedb.ts', import.meta.url).href)})
    const { chunkOf, newSpace } = await import(${JSON.stringify(new URL('./conformance/chunks.ts', import.meta.url).href)})
    const index = lancedbChunkIndex(${JSON.stringify(dir)})
    const space = newSpace({ tenant: ${JSON.stringify(tenant)} })
    for (let i = ${first}; ; i++) {
      await index.put(space, [0, 1, 2].map((at) => chunkOf('cnt' + i, 'lasting words number' + i, { index: at })))
      process.stdout.write(i + '\\n')
      if (i % 5 === 0) index.refresh(space)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = first - 1
  for await (const lines of child.stdout) {
    for (const line of String(lines).split('\n').filter(Boolean)) last = Number(line)
    if (last >= first + acknowledged) child.kill('SIGKILL')
  }
  return last
}

test('after a SIGKILL in the middle of writes everything acknowledged is found, and writing goes on', async () => {
  const space = newSpace()
  let next = 0
  for (const acknowledged of [3, 11, 6]) {
    const last = await putUntilKilled(space.tenant, next, acknowledged)
    const index = lancedbChunkIndex(dir)
    const again = [0, 1, 2].map((at) => chunkOf(`cnt${last + 1}`, `lasting words number${last + 1}`, { index: at }))
    await index.put(space, again)
    await index.refresh(space)
    // The content in hand when it was killed is there whole or not at all, and was just put again.
    expect(await index.count(space)).toBe((last + 2) * 3)
    const { lexical } = await index.candidates(space, { tokens: [`=number${last}`], limit: 10 })
    expect(lexical.map(({ contentId }) => contentId)).toEqual(Array(3).fill(`cnt${last}`))
    await index.close()
    next = last + 2
  }
})

test('a large space gets a vector index in the background that finds nearly all that an exact scan finds', async () => {
  const index = lancedbChunkIndex(dir)
  const space = newSpace()
  const chunks = texts(6_000).map((text, i) =>
    chunkOf(`cnt${i}`, text, { vector: pointing(i, i + 1 + (i % 3), ((i * 37) % 997) / 1_000) }),
  )
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await index.put(space, chunks)
  await index.refresh(space)
  const tableOfSpace = async () => {
    const connection = await connect(dir)
    return connection.openTable((await connection.tableNames())[0]!)
  }
  await vi.waitFor(
    async () => expect((await (await tableOfSpace()).listIndices()).map(({ name }) => name)).toContain('vector_idx'),
    { timeout: 30_000, interval: 200 },
  )
  delay.disable()
  expect(delay.percentile(99) / 1e6).toBeLessThan(50)

  // One more after the index was built, so both the index and what it does not know are looked at.
  await index.put(space, [chunkOf('late', 'late', { vector: pointing(2, 5, 0.55) })])
  let right = 0
  for (let i = 0; i < 20; i++) {
    const wanted = pointing(i, i + 1, 0.05 + i / 25)
    const best = [...chunks, chunkOf('late', '', { vector: pointing(2, 5, 0.55) })]
      .map(({ vector }) => vector.reduce((sum, value, at) => sum + value * wanted[at]!, 0))
      .sort((a, b) => b - a)
      .slice(0, 10)
    const { vector } = await index.candidates(space, { tokens: [], vector: wanted, limit: 10 })
    right += vector.filter(({ score }) => score >= best.at(-1)! - 0.001).length
  }
  expect(right / 200).toBeGreaterThan(0.9)
  expect(
    (await index.candidates(space, { tokens: asked('late'), vector: pointing(2, 5, 0.55), limit: 3 })).vector[0]!
      .contentId,
  ).toBe('late')
  await index.close()
}, 60_000)

test('old versions of a table are not kept for ever', async () => {
  const index = lancedbChunkIndex(dir, { keepVersionsMs: 0 })
  const space = newSpace()
  for (let i = 0; i < 30; i++) {
    await index.put(space, [chunkOf('cnt', `text number${i}`)])
    await index.refresh(space)
  }
  const connection = await connect(dir)
  const table = await connection.openTable((await connection.tableNames())[0]!)
  expect((await table.listVersions()).length).toBeLessThan(8)
  expect((await index.candidates(space, { tokens: ['=number29'], limit: 5 })).lexical).toHaveLength(1)
  await index.close()
})

/** Whether a file of the folder has a text, or half of it: the index of words keeps beginnings and ends apart. */
const isInFiles = (text: string): boolean => {
  const [first, last] = [text.slice(0, text.length / 2), text.slice(text.length / 2)]
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .some((bytes) => [first, last].some((part) => bytes.includes(part)))
}

test('what was removed is soon in no file any more, also when it was one row of many, and after a restart', async () => {
  const space = newSpace()
  const isGone = (word: string) => vi.waitFor(() => expect(isInFiles(word)).toBe(false), { timeout: 15_000 })
  let index = lancedbChunkIndex(dir, { keepVersionsMs: 300 })
  const kept = Array.from({ length: 40 }, (_, i) => chunkOf(`kept${i}`, 'a text that stays'))
  await index.put(space, [...kept, chunkOf('first', 'Zanzibarella paid'), chunkOf('second', 'Quetzalcoatl paid')])
  await index.refresh(space)
  expect(isInFiles('Zanzibarella') && isInFiles('Quetzalcoatl')).toBe(true)
  await index.removeContents(space, ['first'])
  await isGone('Zanzibarella')
  expect(isInFiles('Quetzalcoatl')).toBe(true)

  await index.removeContents(space, ['second'])
  await index.close()
  expect(isInFiles('Quetzalcoatl')).toBe(true)
  index = lancedbChunkIndex(dir, { keepVersionsMs: 300 })
  expect(await index.count(space)).toBe(40)
  await isGone('Quetzalcoatl')
  expect((await index.candidates(space, { tokens: asked('stays'), limit: 50 })).lexical).toHaveLength(40)
  await index.close()
}, 60_000)

test('a folder that is no folder is said to be unavailable', async () => {
  const index = lancedbChunkIndex('/dev/null/chunks')
  await expect(index.check()).rejects.toMatchObject({ code: 'unavailable' })
})
