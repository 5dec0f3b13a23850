import { readFileSync } from 'node:fs'
import { suiteContent } from '@frontdesk/contracts'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FileError, readConfigurationFile, readSuiteFile, writeSuiteFile } from './suite-file.ts'

const faultsOf = (text: string, read: (file: string, text: string) => unknown = readSuiteFile) => {
  try {
    read('suite.yaml', text)
  } catch (error) {
    if (error instanceof FileError) return error.faults
    throw error
  }
  throw new Error('the file was read')
}

it('what was written is read again, whatever is in it', () => {
  const text = (maxLength: number) =>
    fc
      .oneof(
        fc.string({ minLength: 1, maxLength, unit: 'grapheme' }),
        fc.constantFrom('yes', '- no', '1e3', 'a: b\n#c', '~'),
      )
      .filter((each) => each.trim() !== '' && each.trim().length <= maxLength)
  const phrases = fc.oneof(text(20), fc.array(text(20), { minLength: 1, maxLength: 3 }))
  const optional = { requiredKeys: [] }
  const expectation = fc.record(
    {
      outcome: fc.constantFrom('answered', 'blocked', 'escalated', 'waiting'),
      source: text(20),
      contains: phrases,
      notContains: phrases,
      minConfidence: fc.double({ min: 0, max: 0.5, noNaN: true }),
      maxConfidence: fc.double({ min: 0.5, max: 1, noNaN: true }),
      policy: text(20),
      reason: text(20),
    },
    optional,
  )
  const turns = fc.array(fc.record({ message: text(40), expect: expectation }), { minLength: 1, maxLength: 3 })
  const scenarios = fc.uniqueArray(fc.record({ name: text(20), turns }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ name }) => name.trim(),
  })
  const property = fc.property(fc.record({ name: text(20), description: text(60), scenarios }), (suite) => {
    const kept = suiteContent.parse(suite)
    expect(readSuiteFile('suite.yaml', writeSuiteFile(kept)).content).toEqual(kept)
  })
  fc.assert(property, { numRuns: runs(200) })
})

it('every fault is told with its line and column, at once', () => {
  const faults = faultsOf(`name: Shop
scenarios:
  - name: Returns
    tempo: fast
    turns:
      - message: How long?
        expect:
          outcome: happy
          minConfidence: 2
  - name: Returns
    turns: []
`)
  expect(faults.map(({ line, column, path }) => [line, column, path])).toEqual([
    [8, 11, 'scenarios.0.turns.0.expect.outcome'],
    [9, 11, 'scenarios.0.turns.0.expect.minConfidence'],
    [4, 5, 'scenarios.0.tempo'],
    [11, 5, 'scenarios.1.turns'],
  ])
})

it('a field that is missing is told where it should stand, and one that is twice where it is again', () => {
  expect(faultsOf('name: Shop\n')).toMatchObject([{ line: 1, path: 'scenarios' }])
  expect(faultsOf('name: A\nscenarios:\n  - turns:\n      - message: Hi\n')).toMatchObject([
    { line: 3, column: 5, path: 'scenarios.0.name' },
  ])
  expect(faultsOf('name: A\nname: B\n')).toMatchObject([{ line: 2, message: expect.stringContaining('unique') }])
})

it('what is no YAML, is empty, or unfolds without end is refused with a sentence', () => {
  expect(faultsOf('name: "Shop\n')).toMatchObject([{ path: '' }])
  expect(faultsOf('')).toMatchObject([{ line: 1, column: 1, path: '' }])
  expect(faultsOf('- just\n- a list\n')).toMatchObject([{ line: 1, path: '' }])
  const bomb = `a: &a [${'x,'.repeat(9)}x]\n${[...'bcdefgh']
    .map((name, i) => {
      const before = `*${'abcdefg'[i]}`
      return `${name}: &${name} [${Array(10).fill(before).join(', ')}]`
    })
    .join('\n')}\n`
  expect(faultsOf(bomb)).toMatchObject([{ message: expect.stringContaining('alias') }])
  expect(faultsOf(`name: ${'x'.repeat(1024 * 1024)}`)).toMatchObject([{ message: expect.stringContaining('1 MB') }])
})

it('what only the platform finds wrong is told with its line too', () => {
  const text = 'name: A\nscenarios:\n  - name: B\n    turns:\n      - message: Hi\n    threshold: 0.5\n'
  const error = readSuiteFile('a.yaml', text).refuse([{ path: ['scenarios', 0, 'threshold'], message: 'is too high' }])
  expect(error.message).toBe('a.yaml:6:5: scenarios.0.threshold: is too high')
})

it('a configuration without a name is named after its file', () => {
  expect(readConfigurationFile('strict.yaml', 'threshold: 0.8\n').content).toEqual({
    name: 'strict.yaml',
    threshold: 0.8,
  })
  expect(readConfigurationFile('strict.yaml', 'name: Strict\npolicies: []\n').content.name).toBe('Strict')
  expect(faultsOf('threshold: 8\n', readConfigurationFile)).toMatchObject([{ line: 1, path: 'threshold' }])
})

it('the examples of the documentation are what it says they are', () => {
  const page = readFileSync(new URL('../../../docs/suites.md', import.meta.url), 'utf8')
  const [suite, configuration] = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => text!)
  expect(readSuiteFile('suite.yaml', suite!).content.scenarios).toHaveLength(2)
  expect(readConfigurationFile('strict.yaml', configuration!).content).toEqual({
    name: 'strict',
    threshold: 0.7,
    policies: [],
  })
})
