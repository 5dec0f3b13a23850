import { expect, it } from 'vitest'
import { measure, readWordings } from './read-wordings.ts'
import { isFrustrated } from './recognise-frustration.ts'
import { asksForPerson } from './recognise-request.ts'

it.each([
  ['asking for a person', 'requested', asksForPerson],
  ['frustration', 'frustrated', isFrustrated],
] as const)('%s is recognised in wordings that the rules were not written from', (_, name, recognise) => {
  const wordings = readWordings(`${name}.held-out`)
  expect(wordings.length).toBeGreaterThanOrEqual(200)
  const known = new Set(readWordings(`${name}.dev`).map(({ text }) => text))
  expect(wordings.filter(({ text }) => known.has(text))).toEqual([])
  const { recall, precision, missed, mistaken } = measure(recognise, wordings)
  expect(recall, `missed: ${missed.join(' | ')}`).toBeGreaterThanOrEqual(0.9)
  expect(precision, `mistaken: ${mistaken.join(' | ')}`).toBeGreaterThanOrEqual(0.95)
})

it('the longest message is told quickly, whatever it repeats', () => {
  const started = performance.now()
  for (const word of ['connect me ', 'talk to ', 'prata med ', 'i am so ', 'har redan ', 'a'.repeat(50)]) {
    asksForPerson(word.repeat(2_000))
    isFrustrated(word.repeat(2_000))
  }
  expect(performance.now() - started).toBeLessThan(2_000)
})
