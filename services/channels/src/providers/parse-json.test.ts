import { expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'

it('reads JSON in UTF-8', () => {
  expect(parseJson(Buffer.from('{"å":["📦"]}'))).toEqual({ å: ['📦'] })
  expect(() => parseJson(Buffer.from('x'))).toThrow(SyntaxError)
})

it.each(['[', '{'])('reads none with a million of %s and more, for they cost what their bytes do not', (bracket) => {
  const text = JSON.stringify([bracket.repeat(999_990)])
  expect(parseJson(Buffer.from(text))).toEqual([bracket.repeat(999_990)])
  expect(() => parseJson(Buffer.from(JSON.stringify([bracket.repeat(1_000_001)])))).toThrow('too many brackets')
})
