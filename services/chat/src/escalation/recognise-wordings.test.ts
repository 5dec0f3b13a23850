import { slowdown } from '@frontdesk/language/testing'
import { expect, it } from 'vitest'
import { measure, readWordings } from '../../testing/read-wordings.ts'
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

it.each(['connect me ', 'talk to ', 'prata med ', 'i am so ', 'har redan ', 'a'.repeat(50)])(
  'a message that repeats %j is told in time in proportion to its length',
  async (unit) => {
    const recognise = (text: string) => [asksForPerson(text), isFrustrated(text)]
    expect(await slowdown(unit, recognise, 100_000)).toBeLessThan(4)
  },
)
