import { expect, it } from 'vitest'
import { faultOfFiles, maxBytes } from './check-attachments.ts'
import { mentioned, tokenAt } from './tokens.ts'

it.each([
  ['/del', 4, { sign: '/', words: 'del', from: 0, to: 4 }],
  ['Hello /', 7, { sign: '/', words: '', from: 6, to: 7 }],
  ['Ask @må', 7, { sign: '@', words: 'må', from: 4, to: 7 }],
  ['1/2', 3, undefined],
  ['mail@example', 12, undefined],
  ['/del more', 9, undefined],
] as const)('%s: what stands at the caret', (text, caret, token) => {
  expect(tokenAt(text, caret)).toEqual(token)
})

it('mentions whose whole name stands there, and nobody whose name only begins so', () => {
  const people = [
    { id: 'ann', name: 'Ann' },
    { id: 'lee', name: 'Ann Lee' },
    { id: 'bo', name: 'Bo' },
  ]
  expect(mentioned('@Ann Lee, can you look?', people)).toEqual(['lee'])
  expect(mentioned('@Ann and @Ann Lee', people)).toEqual(['lee', 'ann'])
  expect(mentioned('@Bob, Ann', people)).toEqual([])
})

it('refuses files that are empty, too large alone or together, or one too many', () => {
  expect(faultOfFiles({ size: 0 }, [])).toBe('empty')
  expect(faultOfFiles({ size: maxBytes }, [])).toBeUndefined()
  expect(faultOfFiles({ size: maxBytes + 1 }, [])).toBe('tooLarge')
  expect(faultOfFiles({ size: 2 }, [{ bytes: maxBytes - 1 }])).toBe('tooLargeTogether')
  expect(
    faultOfFiles(
      { size: 1 },
      Array.from({ length: 10 }, () => ({ bytes: 1 })),
    ),
  ).toBe('tooMany')
})
