import { resolve } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { type BackupManifest, findUnfinished, writeBackup } from '@frontdesk/backup'
import { version, without } from '@frontdesk/contracts'
import { assertInstallation, openReaders } from '@frontdesk/service'
import { services } from '../start-platform.ts'
import { collectionsOf } from './installation.ts'
import { progressLines } from './progress.ts'

const usage = `frontdesk backup --to FOLDER | FILE.tar

Writes a backup of the installation that the settings name (DATA_DIR, or NATS_URL, MONGODB_URL and ELASTICSEARCH_URL),
whether it is running or not. The backup contains every document, every unhandled event and every blob, but not the search
index, which is rebuilt automatically. To restore it: frontdesk restore --from …

  --to        a folder, or a single archive if the name ends in .tar; nothing is overwritten
  --with-key  also include the encryption key, which decrypts the stored secrets: protect such a backup like the secrets
  --json      print the result as JSON
`

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

function summary(to: string, manifest: BackupManifest, keyIn: string | undefined): string {
  const { documents, blobs, secrets, withKey, missing, missingCount } = manifest
  const lines = [
    `${styleText('green', 'Backed up')} to ${to}: ${documents} documents, ${blobs.count} blobs (${megabytes(blobs.bytes)}).`,
  ]
  if (withKey) lines.push('It contains the encryption key: whoever has this backup can decrypt the secrets in it.')
  else if (keyIn === undefined) {
    lines.push('It does not contain the encryption key, which is not set here. Store ENCRYPTION_KEY in another place.')
  } else {
    const what = secrets > 0 ? `${secrets} stored secrets need it` : 'stored secrets need it'
    lines.push(
      `It does not contain the encryption key; ${what}. Store ${keyIn} separately from the backup, in a secret store.`,
    )
  }
  if (missingCount > 0) {
    const [first] = missing
    lines.push(
      `${styleText('yellow', 'warning')}: ${missingCount} blobs that documents refer to are missing, the first: ${first!.blobId} ` +
        `(${first!.collection} ${first!.id}). frontdesk doctor says what to do.`,
    )
  }
  return `${lines.join('\n')}\n`
}

/** Aborts on SIGINT, SIGTERM and SIGHUP, so that nothing is left behind. A second signal ends the process at once. */
function stopOnSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(name, () => stopping.abort(new Error(`Stopped by ${name}. The incomplete backup was removed.`)))
  }
  return stopping.signal
}

/** `frontdesk backup --to …`: a backup that is consistent while the platform runs. */
export async function backup(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: 'string' },
      'with-key': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return void process.stdout.write(usage)
  if (!values.to) throw new Error(`Name the target with --to.\n\n${usage}`)
  const readers = await openReaders(process.env)
  try {
    await assertInstallation(readers.documents, services, process.env)
    const unfinished = await findUnfinished(values.to)
    if (unfinished.length > 0) {
      process.stderr.write(
        `Unfinished backups, of runs that were killed or are still running: ${unfinished.join(', ')}. ` +
          'Remove those that nobody writes: they may hold the encryption key.\n',
      )
    }
    const manifest = await writeBackup(
      {
        mode: readers.mode,
        frontdesk: version,
        collections: collectionsOf(services),
        open: readers.snapshot,
        current: readers.documents,
        blobs: readers.blobs,
        ...(readers.blobFile && { blobFile: readers.blobFile }),
        encryptionKey: readers.encryptionKey,
      },
      values.to,
      { withKey: values['with-key'], progress: progressLines(), signal: stopOnSignal() },
    )
    const shown = without(manifest, 'files', 'groups', 'keyProof')
    const keyIn =
      readers.encryptionKey === undefined
        ? undefined
        : process.env.ENCRYPTION_KEY
          ? 'ENCRYPTION_KEY'
          : resolve(process.env.DATA_DIR || './data', 'encryption.key')
    const to = resolve(values.to)
    process.stdout.write(
      values.json ? `${JSON.stringify({ to, ...shown }, undefined, 2)}\n` : summary(to, manifest, keyIn),
    )
  } finally {
    await readers.close()
  }
}
