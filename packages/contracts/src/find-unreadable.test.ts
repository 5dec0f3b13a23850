import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findUnreadable } from './find-unreadable.ts'

it('names each string that is no text, wherever it stands', () => {
  const value = { name: 'a\0b', tags: ['fine', '\ud800'], 'k\udc00': 'x', inner: { deep: ['😀'], n: 1, none: null } }
  expect(
    findUnreadable(value)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['', 'name', 'tags.1'])
  expect(findUnreadable('\0')).toHaveLength(1)
  for (const fine of [undefined, null, 1, '', 'åäö', '👩‍👧', { a: [{ b: '\u0001' }] }])
    expect(findUnreadable(fine)).toEqual([])
})

it('names what would be lost: `__proto__` is no field of a record', () => {
  const value = JSON.parse('{"a":{"__proto__":"x","constructor":"y"}}')
  expect(findUnreadable(value)).toEqual([{ path: 'a', message: 'No field can be named __proto__.' }])
})

it('is not brought down by what is deep, and tells no more than anybody reads', () => {
  const deep = JSON.parse(`${'[{"a":'.repeat(100_000)}"\\u0000"${'}]'.repeat(100_000)}`)
  expect(findUnreadable(deep)).toHaveLength(1)
  expect(findUnreadable(new Array(1_000).fill('\0'))).toHaveLength(100)
})

it('finds nothing in whatever came from UTF-8 without a NUL', () => {
  const text = fc.string({ unit: 'grapheme' }).map((said) => said.replaceAll('\0', ''))
  const name = text.filter((said) => said !== '__proto__')
  fc.assert(fc.property(fc.dictionary(name, fc.array(text)), (value) => findUnreadable(value).length === 0))
})
