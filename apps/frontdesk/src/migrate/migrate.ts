import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { type CopyReport, copyInstallation } from '@frontdesk/backup'
import { assertInstallation, knownEncryptionKey, openLog, openReaders, openRestore } from '@frontdesk/service'
import { collectionsOf } from '../backup/installation.ts'
import { progressLines } from '../backup/progress.ts'
import { services } from '../start-platform.ts'

const usage = `frontdesk migrate --from DATA_DIR --to servers
frontdesk migrate --from servers --to DATA_DIR

Moves an installation from a data folder to servers (NATS_URL, MONGODB_URL and ELASTICSEARCH_URL, with FRONTDESK_NAMESPACE
if you use it), or from servers into a data folder. The new side must be empty. First stop every process of Frontdesk. When
the command has finished, start on the new side. The old side is not changed.

Documents, blobs and waiting events are copied, then read again on both sides and compared. The first start rebuilds the
search index, with the stored vectors. If the command is interrupted, run it again: it continues.

  --json   print the result as JSON
`

type Environment = Record<string, string | undefined>
const serverSettings = ['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL'] as const

/** The settings of both sides. Throws a sentence for the person at the terminal. */
function sidesOf(
  from: string,
  to: string,
  env: Environment,
): { source: Environment; target: Environment; folder: string } {
  if ((from === 'servers') === (to === 'servers')) {
    throw new Error(`One of --from and --to is the word servers, the other one a data folder.\n\n${usage}`)
  }
  const missing = serverSettings.filter((name) => !env[name])
  if (missing.length > 0) throw new Error(`The addresses of the servers are missing: ${missing.join(', ')} not set.`)
  const folder = resolve(from === 'servers' ? to : from)
  const embedded = { ...env, DATA_DIR: folder, ...Object.fromEntries(serverSettings.map((name) => [name, ''])) }
  return from === 'servers' ? { source: env, target: embedded, folder } : { source: embedded, target: env, folder }
}

/** The same for the same two sides, and says nothing of them. */
function migrationOf(from: string, folder: string, env: Environment): string {
  const servers = [...serverSettings, 'FRONTDESK_NAMESPACE'].map((name) => env[name] ?? '')
  const parts = [from === 'servers' ? 'servers' : realpathSync(folder), ...servers]
  return `migration-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`
}

/** The key that opens the secrets of the source. Throws when two different ones are there. */
function keyOf(source: Environment, folder: string, env: Environment): string | undefined {
  const file = join(folder, 'encryption.key')
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  if (env.ENCRYPTION_KEY && kept !== undefined && kept !== env.ENCRYPTION_KEY) {
    throw new Error(`ENCRYPTION_KEY is not the key in ${file}. Unset the one that the installation does not use.`)
  }
  return knownEncryptionKey(source)
}

function summary(report: CopyReport, where: string, seconds: number, keyHint: string | undefined): string {
  const { collections, blobs, events, alreadyThere } = report
  const rows = Object.entries(collections).map(
    ([name, { count, sha256 }]) => `  ${name.padEnd(32)} ${String(count).padStart(9)}  ${sha256.slice(0, 16)}`,
  )
  const documents = Object.values(collections).reduce((sum, { count }) => sum + count, 0)
  const again = alreadyThere.documents + alreadyThere.blobs
  return [
    `${styleText('green', 'Moved')} to ${where} in ${seconds.toFixed(1)} s; both sides are equal:`,
    ...rows,
    `  ${'blobs'.padEnd(32)} ${String(blobs.count).padStart(9)}  ${blobs.sha256.slice(0, 16)}  ${blobs.bytes} bytes`,
    `${documents} documents. ${events.waiting} events wait to be handled there, ${events.dead} are dead letters.`,
    ...(again > 0
      ? [
          `${alreadyThere.documents} documents and ${alreadyThere.blobs} blobs were already there from an interrupted run.`,
        ]
      : []),
    ...(keyHint ? [keyHint] : []),
    'Start the new side: the search index is rebuilt automatically, and frontdesk doctor checks everything.',
    'Never run the old side while the new one runs: both would send messages.',
    '',
  ].join('\n')
}

/** `frontdesk migrate --from … --to …`: from one process to servers, or back. */
export async function migrate(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return void process.stdout.write(usage)
  if (!values.from || !values.to) throw new Error(`Name both sides: --from and --to.\n\n${usage}`)
  // What is kept is for this user alone: files 0600, folders 0700.
  process.umask(0o077)
  const startedAt = performance.now()
  const { source, target, folder } = sidesOf(values.from, values.to, process.env)
  const log = openLog({ level: process.env.LOG_LEVEL ?? 'warn' })
  const readers = await openReaders(source)
  try {
    const key = keyOf(source, folder, process.env)
    await readers.claim()
    await assertInstallation(readers.documents, services, source)
    const migration = migrationOf(values.from, folder, process.env)
    const into = await openRestore(target, log, services, { migration })
    try {
      const progress = progressLines()
      if (into.isResumed) process.stderr.write('continuing the interrupted run\n')
      const collections = collectionsOf(services)
      const report = await copyInstallation({ ...readers, collections }, into, progress)
      if (report.secrets > 0 && key === undefined) {
        throw new Error(
          `There are ${report.secrets} secrets, but no key that decrypts them. Set ENCRYPTION_KEY to the key of the installation, and run the command again.`,
        )
      }
      const isKeyKept = key !== undefined && into.keepKey(key)
      await into.finish()
      const seconds = (performance.now() - startedAt) / 1_000
      const where = into.dataDir ?? 'the servers'
      const isKeyToSet = key !== undefined && !isKeyKept && !process.env.ENCRYPTION_KEY
      const keyHint = isKeyToSet
        ? `Set ENCRYPTION_KEY for gateway, webhook-dispatcher, contacts and channels to the content of ${join(folder, 'encryption.key')}.`
        : undefined
      const shown = { where, seconds, isKeyToSet, isResumed: into.isResumed, ...report }
      process.stdout.write(
        values.json ? `${JSON.stringify(shown, undefined, 2)}\n` : summary(report, where, seconds, keyHint),
      )
    } finally {
      await into.close()
    }
  } finally {
    await readers.close()
  }
}
