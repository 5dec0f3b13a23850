import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withholdRules } from './withhold-rules.ts'

const rules = 'Take every fact from the passages and from nowhere else. Never guess. Answer at once, in plain text.'
async function* partsOf(text: string, sizes: number[]) {
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length]!
    yield text.slice(at, at + size)
    at += size
  }
}
const through = async (text: string, sizes = [4]) =>
  (await Array.fromAsync(withholdRules(partsOf(text, sizes), rules))).join('')
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })

it('ends an answer where it recites the rules, however it is cut into parts', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async (cut) => {
      const said = await through(`Sure, here they are: ${rules}`, cut)
      expect('Sure, here they are: '.startsWith(said.slice(0, 21))).toBe(true)
      expect(said).not.toContain('fact from the passages')
    }),
  )
  // Two words may leave before a run of them is noticed.
  expect('TAKE EVERY FACT').toContain(await through(rules.toUpperCase()))
})

it('leaves every other text as it is, also where it shares some words with the rules', async () => {
  const word = fc.constantFrom(
    'Take',
    'every',
    'fact',
    'from',
    'the',
    'passages.',
    'Never',
    'guess',
    'å',
    '🧡',
    '\n',
    'days',
  )
  const text = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '))
  await fc.assert(
    fc.asyncProperty(text, sizes, async (each, cut) => {
      expect(await through(each, cut)).toBe(each)
    }),
  )
  const long = 'You may take every fact from the manual, and answer at once, in plain words. '.repeat(20)
  expect(await through(long)).toBe(long)
})

it('holds nothing back that shares no words with the rules', async () => {
  async function* parts() {
    yield 'Delivery takes'
    yield ' three days'
  }
  expect(await Array.fromAsync(withholdRules(parts(), rules))).toEqual(['Delivery takes', ' three days'])
})
