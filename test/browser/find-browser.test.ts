import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findChromium, findFirefox } from './find-browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-browser-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function program(path: string, mode = 0o755): string {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), '#!/bin/sh\n', { mode })
  return join(folder, path)
}

test('CHROMIUM_PATH comes before the PATH, and Chromium before Chrome', () => {
  const named = program('own/my-browser')
  const chrome = program('a/google-chrome')
  program('a/chromium', 0o644)
  const chromium = program('b/chromium')
  const PATH = ['a', 'b'].map((name) => join(folder, name)).join(delimiter)
  expect(findChromium({ CHROMIUM_PATH: named, PATH })).toBe(named)
  expect(findChromium({ PATH })).toBe(chromium)
  expect(findChromium({ PATH: join(folder, 'a') })).toBe(chrome)
  expect(findChromium({ PATH: join(folder, 'own') })).toBeUndefined()
  expect(findChromium({})).toBeUndefined()
  expect(() => findChromium({ CHROMIUM_PATH: join(folder, 'absent'), PATH })).toThrow(/CHROMIUM_PATH is .*absent/)
})

test('Firefox is found by FIREFOX_PATH, and on the PATH', () => {
  const esr = program('c/firefox-esr')
  const PATH = join(folder, 'c')
  expect(findFirefox({ PATH })).toBe(esr)
  expect(findFirefox({ PATH: join(folder, 'own') })).toBeUndefined()
  expect(() => findFirefox({ FIREFOX_PATH: join(folder, 'absent'), PATH })).toThrow(/FIREFOX_PATH is .*absent/)
})
