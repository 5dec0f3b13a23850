import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { DotProducts } from './dot-products.ts'

test('the kernel computes dot products of any length, at the ends of its range too', () => {
  const number = fc.oneof(fc.integer({ min: -127, max: 127 }), fc.constantFrom(-127, 127))
  const products = new DotProducts()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 9 }), fc.gen(), (dimensions, rows, make) => {
      const numbers = (length: number) =>
        Int8Array.from(make(fc.array, number, { minLength: length, maxLength: length }) as number[])
      const [question, all] = [numbers(dimensions), numbers(dimensions * rows)]
      const expected = Array.from({ length: rows }, (_, row) =>
        question.reduce((sum, value, i) => sum + value * all[row * dimensions + i]!, 0),
      )
      expect([...products.of(question, all)]).toEqual(expected)
    }),
  )
  const long = new Int8Array(4_096).fill(127)
  expect([...products.of(long, long)]).toEqual([4_096 * 127 * 127])
})

test('the compiled kernel is what its source says', async () => {
  const source = readFileSync(new URL('./dot-products.wat', import.meta.url), 'utf8')
  const { parseWat } = await wabt()
  const { buffer } = parseWat('dot-products.wat', source, { simd: true }).toBinary({})
  const compiled = readFileSync(new URL('./dot-products.ts', import.meta.url), 'utf8')
  expect(compiled.replace(/' \+\s+'/g, '')).toContain(Buffer.from(buffer).toString('base64'))
})
