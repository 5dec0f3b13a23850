import { expect, it } from 'vitest'
import { writeFields } from './write-fields.ts'

const hex = (...fields: Parameters<typeof writeFields>[0]) => writeFields(fields).toString('hex')

it('writes the examples of the protobuf documentation', () => {
  expect(hex([1, 150])).toBe('089601')
  expect(hex([2, 'testing'])).toBe('120774657374696e67')
  expect(hex([3, writeFields([[1, 150]])])).toBe('1a03089601')
})

it('writes floats, large numbers and fields with large numbers', () => {
  expect(hex([1, { float: 1 }])).toBe('0d0000803f')
  expect(hex([1, 2 ** 40])).toBe('08808080808020')
  expect(hex([20, 1])).toBe('a00101')
})

it('refuses what it would write wrongly', () => {
  expect(() => writeFields([[1, -1]])).toThrow(RangeError)
  expect(() => writeFields([[1, 0.5]])).toThrow(RangeError)
})
