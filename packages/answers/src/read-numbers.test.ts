import { expect, test } from 'vitest'
import { numbersIn, rangeIn } from './read-numbers.ts'

test.each([
  ['12 dH and 15.000 kWh', [12, 15_000]],
  ['1 480 kr', [1_480]],
  ['1,234.50 dollars', [1_234.5]],
  ['0.31 ml', [0.31]],
  ['0,31 ml', [0.31]],
  ['the D60 in 2024', []],
  ['no number', []],
])('numbers in “%s”', (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers)
})

test.each([
  ['4.001–20.000 kWh', { from: 4_001, to: 20_000 }],
  ['10–14', { from: 10, to: 14 }],
  ['2 to 5 kg', { from: 2, to: 5 }],
  ['bis 4.000 kWh', { from: 0, to: 4_000 }],
  ['Over 65', { from: 65, to: Number.POSITIVE_INFINITY }],
  ['över 14', { from: 14, to: Number.POSITIVE_INFINITY }],
  ['>5 kg', { from: 5, to: Number.POSITIVE_INFINITY }],
  ['Wechselstrom', undefined],
  ['Galaxy Tab 10', undefined],
  ['Land Rover 90', undefined],
  ['Discover 3', undefined],
  ['Lab 2', undefined],
  ['Cucumbis 4', undefined],
  ['5 × 60', undefined],
])('the range in “%s”', (text, range) => {
  expect(rangeIn(text)).toEqual(range)
})
