import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBytes, mediaType, readObject, readPairs } from './form-pairs.ts'

const read = (text: string) => readPairs(Buffer.from(text))?.map((pair) => pair.map(fromBytes))

it.each<[string, string[][]]>([
  ['', []],
  ['a', [['a', '']]],
  [
    'a=1&&b=2&',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  [
    '=&==',
    [
      ['', ''],
      ['', '='],
    ],
  ],
  [
    'a=1&a=2',
    [
      ['a', '1'],
      ['a', '2'],
    ],
  ],
  ['a+b=%2B%c3%A5+%', [['a b', '+å %']]],
  [
    'a=%2&b=%zz&c=%C',
    [
      ['a', '%2'],
      ['b', '%zz'],
      ['c', '%C'],
    ],
  ],
])('reads %s', (text, pairs) => {
  expect(read(text)).toEqual(pairs)
})

it('reads what any form says as the URL standard has it', () => {
  const text = fc.oneof(fc.webQueryParameters(), fc.string({ unit: 'binary' }))
  const same = (form: string) => {
    expect(read(form)).toEqual([...new URLSearchParams(`&${form}`)])
  }
  fc.assert(fc.property(text, same))
})

it('keeps bytes apart that are no text', () => {
  const values = ['%ff', '%fe', '\xff'].map((value) => readPairs(Buffer.from(`a=${value}`, 'latin1'))?.[0]?.[1])
  expect(values).toEqual(['\xff', '\xfe', '\xff'])
})

it('leaves what is too much unread', () => {
  expect(read('a&'.repeat(1_000))).toHaveLength(1_000)
  expect(read('a&'.repeat(1_001))).toBeUndefined()
  const names = (count: number) =>
    Buffer.from(
      JSON.stringify(
        Object.fromEntries(
          Array(count)
            .keys()
            .map((at) => [at, 1]),
        ),
      ),
    )
  expect(readObject(names(1_000))).toHaveLength(1_000)
  expect(readObject(names(1_001))).toBeUndefined()
  expect(readObject(Buffer.from('[1]'))).toBeUndefined()
})

it('reads a media type whatever its case and parameters', () => {
  expect(mediaType({ 'content-type': 'Application/JSON; charset=utf-8' })).toBe('application/json')
  expect(mediaType({})).toBe('')
})
