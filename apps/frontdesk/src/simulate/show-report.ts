import { styleText } from 'node:util'
import type { ScenarioReport, TurnReport } from '@frontdesk/contracts'
import type { SuiteReport } from './run-scenarios.ts'

const marks = { passed: styleText('green', '✓'), failed: styleText('red', '✗'), pending: '…' }
const nameWidth = 48

/** One line: at most so many characters. */
const oneLine = (text: string, width: number): string => {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= width ? flat : `${flat.slice(0, width - 1)}…`
}

/** Every expectation of a turn that does not hold, as a diff: what was expected, what came. */
export function showFailures({ expectations }: TurnReport): string[] {
  return expectations
    .filter(({ passed }) => !passed)
    .flatMap(({ expectation, expected, came }) => [
      `${expectation}`,
      `  ${styleText('red', `- ${oneLine(expected, 200)}`)}`,
      `  ${styleText('green', `+ ${oneLine(came, 300)}`)}`,
    ])
}

/** A scenario with what failed of it, and with where its configurations differ when there are several. */
export function showScenario({ name, verdict, configurations, differences }: ScenarioReport): string {
  const isCompared = configurations.length > 1
  const lines = [`  ${marks[verdict]} ${name}`]
  for (const configuration of configurations) {
    for (const [i, turn] of configuration.turns.entries()) {
      if (turn.verdict !== 'failed') continue
      const under = isCompared ? ` under ${configuration.name}` : ''
      lines.push(`      turn ${i + 1}${under}: ${oneLine(turn.message, 80)}`)
      lines.push(...showFailures(turn).map((line) => `        ${line}`))
    }
  }
  for (const { turn, field, values } of differences) {
    const each = Object.entries(values).map(([under, value]) => `${under}: ${oneLine(value, 80)}`)
    lines.push(styleText('dim', `      turn ${turn} differs in ${field}: ${each.join(' | ')}`))
  }
  return lines.join('\n')
}

/** A table of verdicts, and the sum of them. */
export function showSummary({ scenarios, durationMs }: SuiteReport): string {
  const names = scenarios[0]?.configurations.map(({ name }) => name) ?? []
  const width = Math.min(nameWidth, Math.max(8, ...scenarios.map(({ name }) => name.length)))
  const columns = [...names, 'turns', 'ms']
  const row = (name: string, cells: string[]) =>
    [oneLine(name, width).padEnd(width), ...cells.map((cell, i) => cell.padEnd(Math.max(columns[i]!.length, 6)))]
      .join('  ')
      .trimEnd()
  const passed = scenarios.filter(({ verdict }) => verdict === 'passed').length
  const failed = scenarios.length - passed
  return [
    styleText('dim', row('scenario', columns)),
    ...scenarios.map((scenario) => {
      const verdicts = scenario.configurations.map(({ verdict }) => verdict)
      return row(scenario.name, [
        ...verdicts,
        `${scenario.configurations[0]?.turns.length ?? 0}`,
        `${scenario.durationMs}`,
      ])
    }),
    '',
    styleText(
      failed === 0 ? 'green' : 'red',
      `${scenarios.length} scenarios: ${passed} passed, ${failed} failed (${(durationMs / 1_000).toFixed(1)} s)`,
    ),
  ].join('\n')
}
