#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { enableCompileCache, findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { endProcess } from '@frontdesk/service/end-process'
import { startWithLeanMemory } from './start-with-lean-memory.ts'

const usage = `frontdesk: customer support with an AI agent

  frontdesk start     run every service in this process
                      --services chat,retrieval   run only these, beside other processes
  frontdesk doctor    check everything that the installation depends on, and explain how to fix each fault
                      --json   print JSON; the exit code is 1 if there is a fault
                      --repair   also check the search index at once, and restore what is missing
  frontdesk backup --to FOLDER|FILE.tar      write a backup, also while it runs (--help)
  frontdesk restore --from FOLDER|FILE.tar   restore a backup into an empty installation (--help)
  frontdesk migrate --from DATA_DIR --to servers   move an installation to servers, or back (--help)
  frontdesk upgrade --check   run with a new release: show what it changes, and whether the stores are ready (--help)
  frontdesk fetch-embeddings   fetch the built-in embedding model (72 MB), which finds sources by meaning
  frontdesk demo      load a small sample knowledge base into a running Frontdesk
  frontdesk simulate FILE   run the scenarios of a test suite; the exit code is 1 if an expectation fails (--help)
  frontdesk tune --questions FILE   fit the search with an embedding model to your questions, CSV or JSON lines (--help)
  frontdesk listen    show a tenant's events as they happen
                      --forward-to http://localhost:3000/webhooks   forward them to the webhook handler that you develop (--help)
  frontdesk help      show this text
  frontdesk version   show the version

Settings are environment variables (see README.md): PORT, DATA_DIR, OPENAI_BASE_URL, BOOTSTRAP_API_KEY, …
`

const commands: Record<string, () => Promise<void>> = {
  start: async () => {
    startWithLeanMemory()
    await (await import('./start.ts')).start(process.argv.slice(3))
  },
  doctor: async () => (await import('./doctor.ts')).doctor(process.argv.slice(3)),
  backup: async () => (await import('./backup/backup.ts')).backup(process.argv.slice(3)),
  restore: async () => (await import('./backup/restore.ts')).restore(process.argv.slice(3)),
  migrate: async () => (await import('./migrate/migrate.ts')).migrate(process.argv.slice(3)),
  upgrade: async () => (await import('./upgrade/upgrade.ts')).upgrade(process.argv.slice(3)),
  'fetch-embeddings': async () => (await import('./fetch-embeddings.ts')).fetchEmbeddings(process.env),
  demo: async () => (await import('./demo.ts')).demo(),
  simulate: async () => {
    process.exitCode = await (await import('./simulate/simulate.ts')).simulate(process.argv.slice(3))
  },
  tune: async () => (await import('./tune/tune.ts')).tune(process.argv.slice(3)),
  listen: async () => (await import('./listen/listen.ts')).listen(process.argv.slice(3)),
  help: async () => void process.stdout.write(usage),
  version: async () => {
    const { version } = JSON.parse(readFileSync(findPackageJSON(import.meta.url)!, 'utf8'))
    process.stdout.write(`${version}\n`)
  },
}

// Stores compiled code for the next start, unless `NODE_COMPILE_CACHE` names a place already. `deploy/run` has the same.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
const asked = process.argv[2] ?? 'help'
const options: Record<string, string> = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' }
const name = Object.hasOwn(options, asked) ? options[asked]! : asked
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command) {
  process.stderr.write(`There is no command "${name}".\n\n${usage}`)
  process.exit(2)
}
try {
  await command()
  // A platform goes on when `start` has returned. For the others: the client of NATS leaves a connection open when its server
  // answers after it gave up, which would keep the process.
  if (name !== 'start') process.stdout.write('', () => endProcess())
} catch (error) {
  process.stderr.write(`${styleText('red', 'frontdesk:')} ${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  endProcess(1)
}
