import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chunkOf, newSpace } from './conformance/chunks.ts'
import { sqliteChunkIndex } from './sqlite.ts'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'frontdesk-chunks-'))
  file = join(dir, 'chunks.db')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Puts content after content into a space and says which are acknowledged, until it is killed after so many. */
async function putUntilKilled(tenant: string, first: number, acknowledged: number): Promise<number> {
  const script = `
    const { sqliteChunkIndex } = await import(${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)})
    const { chunkOf, newSpace } = await import(${JSON.stringify(new URL('./conformance/chunks.ts', import.meta.url).href)})
    const index = sqliteChunkIndex(${JSON.stringify(file)})
    const space = newSpace({ tenant: ${JSON.stringify(tenant)} })
    for (let i = ${first}; ; i++) {
      await index.put(space, [0, 1, 2].map((at) => chunkOf('cnt' + i, 'lasting words number' + i, { index: at })))
      process.stdout.write(i + '\\n')
      if (i % 7 === 3) await index.removeContents(space, ['cnt' + (i - 2)])
    }`
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let last = first - 1
  for await (const lines of child.stdout) {
    for (const line of String(lines).split('\n').filter(Boolean)) last = Number(line)
    if (last >= first + acknowledged) child.kill('SIGKILL')
  }
  return last
}

test('after a SIGKILL in the middle of writes and merges everything acknowledged is found, and writing goes on', async () => {
  const space = newSpace()
  let next = 0
  for (const acknowledged of [3, 120, 40]) {
    const last = await putUntilKilled(space.tenant, next, acknowledged)
    const index = sqliteChunkIndex(file)
    for (let i = next; i <= last; i++) {
      // Two before every seventh is removed, acknowledged or not when that was the last.
      if (i % 7 === 1 && i + 2 >= last) continue
      const { lexical } = await index.search(space, { question: `number${i}`, limit: 10 })
      const wanted = i % 7 === 1 ? [] : Array(3).fill(`cnt${i}`)
      const found = lexical.filter(({ text }) => text.endsWith(`number${i}`))
      expect(found.map(({ contentId }) => contentId)).toEqual(wanted)
    }
    const again = [0, 1, 2].map((at) => chunkOf(`cnt${last + 1}`, `lasting words number${last + 1}`, { index: at }))
    await index.put(space, again)
    expect((await index.search(space, { question: `number${last + 1}`, limit: 3 })).lexical[2]!.contentId).toBe(
      `cnt${last + 1}`,
    )
    await index.close()
    next = last + 2
  }
}, 60_000)
