import { expect, it } from 'vitest'
import { looksLikeApiKey, makeApiKey } from './api-key-format.ts'

it('a new key has the announced form and a CRC that scanners can check', () => {
  const key = makeApiKey()
  expect(key).toMatch(/^fd_live_[0-9a-f]{48}_[0-9a-f]{8}$/)
  expect(looksLikeApiKey(key)).toBe(true)
})

it('one changed character breaks the CRC', () => {
  const key = makeApiKey()
  for (let i = 'fd_live_'.length; i < key.length; i++) {
    const changed = key.slice(0, i) + (key[i] === '0' ? '1' : '0') + key.slice(i + 1)
    expect(looksLikeApiKey(changed), changed).toBe(false)
  }
})

it('no two keys are alike', () => {
  expect(new Set(Array.from({ length: 1_000 }, makeApiKey)).size).toBe(1_000)
})
