import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs, styleText } from 'node:util'
import type { Configuration } from '@frontdesk/contracts'
import { FileError, readConfigurationFile, readSuiteFile } from '@frontdesk/suites'
import { askPlatform } from './ask-platform.ts'
import { PolicyFaults, runScenarios } from './run-scenarios.ts'
import { showScenario, showSummary } from './show-report.ts'
import { writeJunit } from './write-junit.ts'

const usage = `frontdesk simulate FILE     run the scenarios of a test suite; nothing is stored or published
    --base-url URL          address of Frontdesk; default BASE_URL, else http://localhost:<PORT or 8080>
    --api-key KEY           with the scope policies; default FRONTDESK_API_KEY, else BOOTSTRAP_API_KEY
    --compare FILE          also run them with this configuration, and show the differences
    --json                  print the whole report as JSON
    --junit FILE            write the report as JUnit XML
  Exit code: 0 if all expectations pass, 1 if one fails, 2 if a file is invalid or Frontdesk can't be reached.
`

const options = {
  'base-url': { type: 'string' },
  'api-key': { type: 'string' },
  compare: { type: 'string' },
  json: { type: 'boolean', default: false },
  junit: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const print = (text: string) => void process.stdout.write(`${text}\n`)

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new Error(`${file} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/**
 * Runs the scenarios of a file against a running Frontdesk. Answers the exit code: 0 when all expectations hold, 1 when one
 * does not, 2 when a file is wrong or the platform can't be reached, with the reason on standard error.
 */
export async function simulate(args: string[]): Promise<0 | 1 | 2> {
  try {
    return await run(args)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(error instanceof FileError ? `${message}\n` : `${styleText('red', 'frontdesk:')} ${message}\n`)
    return 2
  }
}

async function run(args: string[]): Promise<0 | 1 | 2> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (values.help) {
    print(usage)
    return 0
  }
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new Error(`one file is needed.\n\n${usage}`)
  const { env } = process
  const baseUrl = (values['base-url'] ?? env.BASE_URL ?? `http://localhost:${env.PORT ?? 8080}`).replace(/\/$/, '')
  const apiKey = values['api-key'] ?? env.FRONTDESK_API_KEY ?? env.BOOTSTRAP_API_KEY
  if (!apiKey) throw new Error('an API key is needed: --api-key, or FRONTDESK_API_KEY')

  const suite = readSuiteFile(file, await read(file))
  const compared = values.compare === undefined ? undefined : await readCompared(values.compare)
  const configurations: Configuration[] = [{ name: 'current' }, ...(compared ? [compared.content] : [])]
  if (!values.json) print(`${styleText('bold', suite.content.name)}  ${baseUrl}\n`)
  const report = await runScenarios(suite.content, configurations, askPlatform(baseUrl, apiKey), (scenario) => {
    if (!values.json) print(showScenario(scenario))
  }).catch((error) => {
    if (!(error instanceof PolicyFaults)) throw error
    // The configuration's policies stand in for the scenario's, so a fault is of one file or the other.
    const ofCompared = error.faults.filter(({ configuration }) => configurations[configuration]!.policies)
    if (compared && ofCompared.length > 0) throw compared.refuse(distinct(ofCompared))
    throw suite.refuse(
      error.faults.map(({ scenario, path, message }) => ({ path: ['scenarios', scenario, ...path], message })),
    )
  })
  print(values.json ? JSON.stringify(report, null, 2) : `\n${showSummary(report)}`)
  if (values.junit !== undefined) await writeFile(values.junit, writeJunit(report))
  return report.verdict === 'passed' ? 0 : 1
}

/** A configuration other than the one that the platform has. */
async function readCompared(file: string) {
  const compared = readConfigurationFile(file, await read(file))
  if (compared.content.name !== 'current') return compared
  throw compared.refuse([{ path: ['name'], message: '`current` is the configuration that the platform has.' }])
}

/** Every scenario finds the same faults in a configuration. */
const distinct = (faults: { path: PropertyKey[]; message: string }[]) => [
  ...new Map(faults.map(({ path, message }) => [`${path.join('.')} ${message}`, { path, message }])).values(),
]
