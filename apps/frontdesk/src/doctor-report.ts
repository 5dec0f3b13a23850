import { styleText } from 'node:util'
import type { Finding, Inspection } from '@frontdesk/contracts'
import type { DoctorReport } from './doctor-verdict.ts'

/** A longer list is cut for people; `--json` has all of it. */
const maxRows = 40

/** One dependency for a person at a terminal. */
export function showInspection({ dependency, version, settings, lists, pending, findings }: Inspection): string {
  const width = Math.max(0, ...Object.keys(settings).map((name) => name.length))
  return [
    styleText('bold', version === null ? dependency : `${dependency} ${version}`),
    ...Object.entries(settings).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    ...lists.flatMap(({ title, rows }) => showList(title, rows)),
    ...pending.map((what) => `  ${styleText('cyan', 'pending')}  ${what}`),
    ...findings.map(showFinding),
  ].join('\n')
}

const showFinding = ({ level, what, remedy }: Finding): string =>
  `  ${styleText(level === 'fault' ? 'red' : 'yellow', level)}  ${what}\n         → ${remedy}`

function showList(title: string, rows: Inspection['lists'][number]['rows']): string[] {
  if (rows.length === 0) return [`  ${title}: none`]
  const columns = Object.keys(rows[0]!)
  const shown = rows.slice(0, maxRows).map((row) => columns.map((column) => String(row[column] ?? '')))
  const widths = columns.map((column, i) => Math.max(column.length, ...shown.map((cells) => cells[i]!.length)))
  const line = (cells: string[]) => `    ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd()
  return [
    `  ${title}`,
    styleText('dim', line(columns)),
    ...shown.map(line),
    ...(rows.length > maxRows ? [`    … and ${rows.length - maxRows} more (--json shows all)`] : []),
  ]
}

/** The last line. */
export function showVerdict({ healthy, faults, warnings, pending }: DoctorReport): string {
  const counts = `${faults} faults, ${warnings} warnings, ${pending} pending`
  return healthy ? `${styleText('green', 'healthy')}: ${counts}` : `${styleText('red', 'not healthy')}: ${counts}`
}
