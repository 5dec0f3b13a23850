import { readFileSync } from 'node:fs'
import { parseArgs, styleText } from 'node:util'
import { assertKnown, type BackupManifest, isKeyOf, openBackup, restoreBackup, verifyBackup } from '@frontdesk/backup'
import { knownEncryptionKey, openLog, openRestore } from '@frontdesk/service'
import { services } from '../start-platform.ts'
import { collectionsOf } from './installation.ts'
import { progressLines } from './progress.ts'

const usage = `frontdesk restore --from FOLDER | FILE.tar

Restores a backup into the installation that the settings name: an empty DATA_DIR, or servers (NATS_URL, MONGODB_URL,
ELASTICSEARCH_URL) without data of this installation. All checksums are verified before anything is written. Until the
restore is finished, nothing starts there. The first start rebuilds the search index.

  --from         a backup made by frontdesk backup, embedded or distributed; each can be restored in either mode
  --key FILE     the encryption key, if it is neither in the backup nor in ENCRYPTION_KEY
  --without-key  restore without the key: every stored secret must be entered again
  --json         print the result as JSON
`

/** The key that is given. Throws when there are two: a start would use the other one. */
function givenKey(file: string | undefined): string | undefined {
  const known = knownEncryptionKey(process.env)
  if (file === undefined) return known
  const key = readFileSync(file, 'utf8').trim()
  if (known === undefined || known === key) return key
  const other = process.env.ENCRYPTION_KEY ? 'ENCRYPTION_KEY' : 'encryption.key in DATA_DIR'
  throw new Error(`The keys of --key and ${other} are different. Remove the wrong one.`)
}

/** The key to go on with; undefined with `--without-key`. Throws when it is not known or not the right one. */
function keyFor(manifest: BackupManifest, file: string | undefined, isWithout: boolean): string | undefined {
  const given = givenKey(file)
  if (given !== undefined && manifest.keyProof !== undefined && !isKeyOf(manifest.keyProof, given)) {
    throw new Error('The given encryption key (--key, ENCRYPTION_KEY or encryption.key) is not the key of the backup.')
  }
  if (given !== undefined || manifest.withKey || isWithout || manifest.secrets === 0) return given
  throw new Error(
    `The backup contains ${manifest.secrets} secrets, but not the key that decrypts them. Give the key with ENCRYPTION_KEY or --key FILE; ` +
      'or leave them unreadable: --without-key.',
  )
}

/** `frontdesk restore --from …`: verifies a backup, then fills an empty installation with it. */
export async function restore(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      key: { type: 'string' },
      'without-key': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return void process.stdout.write(usage)
  if (!values.from) throw new Error(`Name the backup with --from.\n\n${usage}`)
  // What is restored is for this user alone, as a start would write it: files 0600, folders 0700.
  process.umask(0o077)
  const progress = progressLines()
  const collections = collectionsOf(services)
  const backup = await openBackup(values.from)
  const manifest = await verifyBackup(backup, progress)
  assertKnown(manifest, collections)
  const key = keyFor(manifest, values.key, values['without-key'])

  const log = openLog({ level: process.env.LOG_LEVEL ?? 'warn' })
  const into = await openRestore(process.env, log, services)
  let isKeyKept = key !== undefined && !process.env.ENCRYPTION_KEY && into.keepKey(key)
  try {
    const keepKey = async (own: string) => {
      if (key === undefined) isKeyKept = into.keepKey(own)
    }
    await restoreBackup(backup, manifest, { ...into, collections, keepKey }, progress)
    await into.finish()
  } finally {
    await into.close()
  }
  const { createdAt, documents, blobs } = manifest
  const where = into.dataDir ?? 'the servers'
  const isOnlyInBackup = key === undefined && manifest.withKey && manifest.secrets > 0
  const isKeyToSet = !isKeyKept && !process.env.ENCRYPTION_KEY && (key !== undefined || isOnlyInBackup)
  if (values.json) {
    process.stdout.write(
      `${JSON.stringify({ where, createdAt, documents, blobs, isKeyKept, isKeyToSet }, undefined, 2)}\n`,
    )
    return
  }
  const lines = [
    `${styleText('green', 'Restored')} into ${where}: ${documents} documents, ${blobs.count} blobs, as they were at ${createdAt}.`,
    ...(isKeyToSet
      ? [
          'The key was not stored, because servers have no place for it. Set ENCRYPTION_KEY for gateway, webhook-dispatcher, contacts ' +
            `and channels to what ${values.key ?? 'encryption.key in the backup'} holds.`,
        ]
      : []),
    'Start it: the search index is rebuilt automatically, and each source shows its progress. frontdesk doctor checks everything.',
    'Repeat the erasures that happened since then.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
