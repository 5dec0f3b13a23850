import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Log } from './log.ts'
import { revealApiKey } from './reveal-api-key.ts'

const apiKey = 'fd_live_of_a_test'
let dir: string
let lines: string[]
let written: string
const keep = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
const log: Log = { debug: keep, info: keep, warn: keep, error: keep, routine: () => {}, child: () => log }
const output = (isTTY: boolean) => ({ isTTY, write: (text: string | Uint8Array) => Boolean((written += text)) })

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'api-key-'))
  lines = []
  written = ''
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

it('with nobody at a terminal the key is in a file for its owner alone, and the log names the file', () => {
  expect(revealApiKey(apiKey, { dataDir: dir, log, output: output(false) as never })).toBe(false)
  const file = join(dir, 'admin-key')
  expect(readFileSync(file, 'utf8')).toBe(`${apiKey}\n`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(lines.join()).toContain(file)
  expect(lines.join() + written).not.toContain(apiKey)
})

it.each([
  ['there is no data folder', () => undefined],
  ['the folder is not there', () => join(dir, 'none')],
])('where %s the key stands on standard error, and still in no log line', (_why, folder) => {
  expect(revealApiKey(apiKey, { dataDir: folder(), log, output: output(false) as never })).toBe(false)
  expect(written).toContain(apiKey)
  expect(lines.join()).not.toContain(apiKey)
  expect(lines.join()).toContain('standard error')
})

it('at a terminal the caller shows it', () => {
  expect(revealApiKey(apiKey, { dataDir: dir, log, output: output(true) as never })).toBe(true)
  expect(lines).toEqual([])
})
