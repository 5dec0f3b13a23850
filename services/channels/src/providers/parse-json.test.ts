import { expect, it } from 'vitest'
import { readObject } from './form-pairs.ts'
import { parseJson } from './parse-json.ts'

it('reads JSON in UTF-8', () => {
  expect(parseJson(Buffer.from('{"å":["📦"]}'))).toEqual({ å: ['📦'] })
  expect(() => parseJson(Buffer.from('x'))).toThrow(SyntaxError)
})

it('reads none with more values or levels than any provider sends, for they cost what their bytes do not', () => {
  for (const text of ['['.repeat(100_000), `[${'{},'.repeat(50_000)}1]`, `{"a":${'['.repeat(65)}${']'.repeat(65)}}`]) {
    expect(() => parseJson(Buffer.from(text))).toThrow('A JSON body may')
    expect(readObject(Buffer.from(text))).toBeUndefined()
  }
  const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]))
  expect(parseJson(Buffer.from(JSON.stringify(fields)))).toEqual(fields)
})

it('counts nothing in texts, however long and however escaped', () => {
  for (const inner of ['[{,:', '"', '\\', 'x']) {
    for (const length of [1, 15, 16, 17, 63, 64, 65, 100_000]) {
      const text = JSON.stringify([inner.repeat(length), 'end'])
      expect(parseJson(Buffer.from(text))).toEqual([inner.repeat(length), 'end'])
    }
  }
})
