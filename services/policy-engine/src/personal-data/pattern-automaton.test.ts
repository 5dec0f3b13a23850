import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import * as core from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/max/metadata'
import { describe, expect, it } from 'vitest'
import { compilePatterns, symbolOf } from './pattern-automaton.ts'

const matches = (patterns: string[], digits: string): number => {
  const automaton = compilePatterns(patterns)
  let state = automaton.start
  for (const character of digits) {
    state = automaton.next(state, symbolOf(character.charCodeAt(0)))
    if (state < 0) return 0
  }
  return automaton.matched(state)
}
const byRegularExpression = (patterns: string[], digits: string): number =>
  patterns.reduce((bits, pattern, i) => bits | (new RegExp(`^(?:${pattern})$`).test(digits) ? 1 << i : 0), 0)

describe('compilePatterns', () => {
  const pattern = fc.letrec((tie) => ({
    atom: fc.oneof(
      fc.constantFrom('\\d', '0', '7', '[02-46]', '[1-9]', 'A', '[2A-F -]', '[-/]', ' '),
      tie('group').map((group) => `(?:${group})`),
    ),
    piece: fc.tuple(tie('atom'), fc.constantFrom('', '', '?', '{2}', '{0,2}', '{1,3}')).map((parts) => parts.join('')),
    branch: fc.array(tie('piece'), { maxLength: 3 }).map((pieces) => pieces.join('')),
    group: fc
      .array(tie('branch'), { minLength: 1, maxLength: 3, depthIdentifier: 'group' })
      .map((all) => all.join('|')),
  })).group as fc.Arbitrary<string>

  it('matches what a regular expression matches', () => {
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 3 }),
        fc.stringMatching(/^[0247ACZ /-]{0,6}$/),
        (all, digits) => {
          expect(matches(all, digits)).toBe(byRegularExpression(all, digits))
        },
      ),
      { numRuns: runs(500) },
    )
  })

  it('compiles the numbering plan of every country', () => {
    const plans = metadata.countries as unknown as Record<string, unknown[]>
    for (const country of Object.keys(plans)) {
      const general = plans[country]![2] as string
      const example = `${general.replace(/\D.*/, '')}1234567`
      expect(matches([general], example), country).toBe(byRegularExpression([general], example))
    }
    expect(core.getCountries(metadata).length).toBeGreaterThan(200)
  })

  it.each(['a', '(\\d)', '\\d+', '[^1]', '(?:1', '1)'])('refuses %s', (pattern) => {
    expect(() => compilePatterns([pattern])).toThrow("can't be read")
  })
})
