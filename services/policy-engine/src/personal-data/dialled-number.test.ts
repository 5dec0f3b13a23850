import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyNumber, type ReadNumber, readNumber } from './dialled-number.ts'
import { homePlans } from './home-plans.ts'
import { readSurroundings } from './surroundings.ts'

const home = homePlans([])
const scrap = fc.constantFrom(
  ...['0', '5', '50', '070', '00', '46', '(', '(', '(0)', ')', '+', ' ', ' ', '  ', '-', '/', '.', 'a', '1234567890'],
)
const text = fc.array(scrap, { maxLength: 30 }).map((parts) => parts.join(''))

/** What is read at a place, with places counted from there. */
function told(number: ReadNumber, at: number) {
  const { digits, from, count, ends, endCount, sizes } = number
  const groups = endCount === 0 ? 0 : ends.groups[endCount - 1]!
  return {
    digits: [...digits.subarray(from, from + count)],
    sizes: [...sizes.subarray(0, groups)],
    ends: Array.from({ length: endCount }, (_, i) => [ends.count[i], ends.groups[i], ends.at[i]! - at]),
    lengths: number.lengths,
    signs: [number.hasPlus, number.isInBrackets],
    abroad: number.abroad,
    byTrunk: number.hasPlus ? [] : [...number.byTrunk],
  }
}

describe('readNumber', () => {
  it('reads the same number at a position as in the text that starts there, in any order of positions', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(100), { maxLength: 20 }), (plain, jumps) => {
        const around = readSurroundings(plain)
        const number = emptyNumber(home)
        const places = [...plain].map((_, at) => at)
        for (const at of [...places, ...jumps.filter((jump) => jump < plain.length)]) {
          const alone = emptyNumber(home)
          const isRead = readNumber(readSurroundings(plain.slice(at)), 0, home, alone) !== undefined
          expect(readNumber(around, at, home, number) !== undefined).toBe(isRead)
          if (isRead) expect(told(number, at)).toEqual(told(alone, 0))
        }
      }),
      { numRuns: runs(500) },
    )
  })
})
