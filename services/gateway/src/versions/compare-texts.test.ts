import { applyPatch } from 'diff'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareTexts } from './compare-texts.ts'

const compare = (a: string, b: string) => compareTexts({ name: 'a', text: a }, { name: 'b', text: b })

it('a diff makes the one text of the other', async () => {
  const texts = fc.array(fc.constantFrom('one', 'two', 'three', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  await fc.assert(
    fc.asyncProperty(texts, texts, async (a, b) => {
      const diff = await compare(a, b)
      expect(a === b ? diff : applyPatch(a, diff)).toBe(a === b ? '' : b)
    }),
  )
})

it('texts without a line in common are compared, too, in bounded time', async () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word} ${n}`).join('\n')
  const [a, b] = [`same\n${lines('left')}\nend`, `same\n${lines('right')}\nend`]
  const diff = await compare(a, b)
  expect(diff.split('\n', 5)).toEqual(['--- a', '+++ b', '@@ -1,20002 +1,20002 @@', ' same', '-left 0'])
  expect(diff.split('\n').at(-2)).not.toBe('')
}, 20_000)
