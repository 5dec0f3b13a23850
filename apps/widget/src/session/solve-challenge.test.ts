import { expect, test } from 'vitest'
import { solveChallenge } from './solve-challenge.ts'

test('the hash of salt and solution begins with as many zero bits as were asked for', async () => {
  for (const difficulty of [0, 3, 8, 11]) {
    const { salt, solution } = await solveChallenge({ salt: `salt ${difficulty}`, difficulty })
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}${solution}`))
    const bits = [...new Uint8Array(digest)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    expect(bits.slice(0, difficulty)).toBe('0'.repeat(difficulty))
  }
})
