import { parseArgs } from 'node:util'
import { inspectUpgrade } from '@frontdesk/service'
import { services } from '../start-platform.ts'
import { showCheck } from './show-check.ts'

const usage = `frontdesk upgrade --check

Run it with the new release and the settings of the installation. It shows what the release changes there, and whether the
stores are ready. It only reads, also while Frontdesk runs. The exit code is 0 if everything is ready, otherwise 1.

  --json   print JSON

The start of the new release is the upgrade: it applies what is pending.
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
