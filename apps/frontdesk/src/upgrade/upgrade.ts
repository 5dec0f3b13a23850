import { parseArgs } from 'node:util'
import { inspectUpgrade } from '@frontdesk/service'
import { services } from '../start-platform.ts'
import { showCheck } from './show-check.ts'

const usage = `frontdesk upgrade --check

Run it with the new release, on the settings of the installation: says what the release changes there and whether the stores
are ready for it. Only reads, also beside a running platform. Ends with 0 when it is ready, otherwise with 1.

  --json   for machines

The upgrade itself is the start of the new release: it applies what is pending.
`

/** `frontdesk upgrade --check`: prints what it found; the process ends with 1 when something has to be mended first. */
export async function upgrade(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      check: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return void process.stdout.write(usage)
  if (!values.check) throw new Error(`There is only --check.\n\n${usage}`)
  const check = await inspectUpgrade(process.env, services)
  process.stdout.write(`${values.json ? JSON.stringify(check, undefined, 2) : showCheck(check)}\n`)
  process.exitCode = check.ready ? 0 : 1
}
