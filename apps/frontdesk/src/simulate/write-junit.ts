import { stripVTControlCharacters } from 'node:util'
import { XMLBuilder } from 'fast-xml-parser'
import type { SuiteReport } from './run-scenarios.ts'
import { showFailures } from './show-report.ts'

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  format: true,
  suppressEmptyNode: true,
})

/** What XML 1.0 has no way to write, not even escaped. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** The report as JUnit XML, as CI systems read it: a test suite for each configuration, a test case for each scenario. */
export function writeJunit({ suite, scenarios }: SuiteReport): string {
  const names = scenarios[0]?.configurations.map(({ name }) => name) ?? []
  const suites = names.map((name, i) => {
    const cases = scenarios.map((scenario) => {
      const { verdict, turns } = scenario.configurations[i]!
      const failures = turns.flatMap((turn, j) =>
        turn.verdict === 'failed' ? [`turn ${j + 1}: ${turn.message}`, ...showFailures(turn)] : [],
      )
      return {
        '@name': scenario.name,
        '@classname': `${suite}.${name}`,
        '@time': (scenario.durationMs / 1_000).toFixed(3),
        ...(verdict !== 'passed' && {
          failure: { '@message': plain(failures[0] ?? verdict), '#text': plain(failures.join('\n')) },
        }),
      }
    })
    const failed = scenarios.filter(({ configurations }) => configurations[i]!.verdict !== 'passed').length
    const time = scenarios.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000
    return {
      '@name': names.length > 1 ? `${suite} (${name})` : suite,
      '@tests': scenarios.length,
      '@failures': failed,
      '@errors': 0,
      '@time': time.toFixed(3),
      testcase: cases,
    }
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${plain(builder.build({ testsuites: { testsuite: suites } }))}`
}

const plain = (text: string): string => stripVTControlCharacters(text).replace(unwritable, '\u{fffd}')
