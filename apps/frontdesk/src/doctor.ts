import { parseArgs } from 'node:util'
import { inspectPorts } from '@frontdesk/service'
import { showInspection, showVerdict } from './doctor-report.ts'
import type { DoctorReport } from './doctor-verdict.ts'
import { repairIndex } from './repair-index.ts'
import { services } from './start-platform.ts'

/** Looks at everything that a start with this environment would run on. Changes nothing. */
export async function examine(env: Record<string, string | undefined>): Promise<DoctorReport> {
  const parts = await inspectPorts(env, services)
  const count = (level: string) =>
    parts.flatMap(({ findings }) => findings).filter((each) => each.level === level).length
  const faults = count('fault')
  const pending = parts.flatMap((part) => part.pending).length
  return { healthy: faults === 0, faults, warnings: count('warning'), pending, parts }
}

/** `frontdesk doctor`: prints what it found, after a repair if told; the process ends with 1 when there is a fault. */
export async function doctor(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { json: { type: 'boolean', default: false }, repair: { type: 'boolean', default: false } },
  })
  if (values.repair) await repairIndex(process.env)
  const report = await examine(process.env)
  const text = values.json
    ? JSON.stringify(report, undefined, 2)
    : [...report.parts.map(showInspection), showVerdict(report)].join('\n\n')
  process.stdout.write(`${text}\n`)
  process.exitCode = report.healthy ? 0 : 1
}
