#!/usr/bin/env node
import { styleText } from 'node:util'

const usage = `frontdesk: customer support with an AI agent

  frontdesk start     run every service in this process
                      --services chat,retrieval   only these, beside other processes
  frontdesk doctor    look at everything that it runs on, and say what to do about each fault
                      --json   for machines; ends with 1 when there is a fault
  frontdesk demo      load a small sample knowledge base into a running Frontdesk
  frontdesk simulate FILE   run the scenarios of a test suite, and end with 1 when an expectation does not hold
                      --help   how it is told where, with which key, and what to compare
  frontdesk listen    show a tenant's events as they happen, and forward them to the webhooks that you develop
                      --forward-to http://localhost:3000/webhooks   and more: --help
  frontdesk help      this text

Settings come from the environment (see README.md): PORT, DATA_DIR, OPENAI_BASE_URL, BOOTSTRAP_API_KEY, …
`

const commands: Record<string, () => Promise<void>> = {
  start: async () => (await import('./start.ts')).start(process.argv.slice(3)),
  doctor: async () => (await import('./doctor.ts')).doctor(process.argv.slice(3)),
  demo: async () => (await import('./demo.ts')).demo(),
  simulate: async () => {
    process.exitCode = await (await import('./simulate/simulate.ts')).simulate(process.argv.slice(3))
  },
  listen: async () => (await import('./listen/listen.ts')).listen(process.argv.slice(3)),
  help: async () => void process.stdout.write(usage),
}

const name = process.argv[2] ?? 'help'
const command = commands[name === '--help' || name === '-h' ? 'help' : name]
if (!command) {
  process.stderr.write(`There is no command "${name}".\n\n${usage}`)
  process.exit(2)
}
try {
  await command()
} catch (error) {
  process.stderr.write(`${styleText('red', 'frontdesk:')} ${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}
