import { expect, it } from 'vitest'
import { tinyFile, tinyPieces, tinyWeights } from '../../testing/tiny-weights.ts'
import { halfToFloat, readWeights, UnreadableWeights } from './read-weights.ts'

it('what was written is read: header, pieces and tensors', () => {
  const weights = tinyWeights()
  expect(weights.header).toMatchObject({ hidden: 64, layers: 2, heads: 2, inner: 128, vocabulary: 22, positions: 32 })
  expect(weights.pieces).toMatchObject({ count: tinyPieces.length, begin: 0, end: 2, pad: 1, unknown: 3 })
  expect(weights.pieces.text.toString()).toBe(tinyPieces.map(([piece]) => piece).join(''))
  expect(weights.blocks('l1.fo.w').count).toBe(64 * 128)
  expect(weights.floats('l1.fo.b').count).toBe(64)
})

it('a file that is cut off anywhere, or of another layout, is refused', () => {
  const file = tinyFile()
  for (let length = 0; length < file.length; length += 997)
    expect(() => readWeights(file.subarray(0, length)), `${length} bytes`).toThrow(UnreadableWeights)
  expect(() => readWeights(Buffer.concat([Buffer.from('E5S2'), file.subarray(4)]))).toThrow('does not begin with E5S1')
  const newer = Buffer.from(file)
  newer.writeUInt32LE(2, 4)
  expect(() => readWeights(newer)).toThrow('Version 2')
})

it('a tensor that is missing or of another kind is named', () => {
  const weights = tinyWeights()
  expect(() => weights.floats('l7.q.b')).toThrow('The tensor l7.q.b is missing')
  expect(() => weights.floats('l0.q.w')).toThrow('The tensor l0.q.w is of another size')
})

it('halves are read as IEEE 754 says', () => {
  const known: [number, number][] = [
    [0x3c00, 1],
    [0xc000, -2],
    [0x3555, 0.333251953125],
    [0x0001, 2 ** -24],
    [0x0400, 2 ** -14],
    [0x7bff, 65_504],
    [0x0000, 0],
    [0x7c00, Number.POSITIVE_INFINITY],
  ]
  for (const [bits, value] of known) expect(halfToFloat(bits)).toBe(value)
  expect(halfToFloat(0x7e00)).toBeNaN()
})
