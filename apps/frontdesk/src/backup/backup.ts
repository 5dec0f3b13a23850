import { resolve } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { type BackupManifest, findUnfinished, writeBackup } from '@frontdesk/backup'
import { version, without } from '@frontdesk/contracts'
import { assertInstallation, openReaders } from '@frontdesk/service'
import { services } from '../start-platform.ts'
import { collectionsOf } from './installation.ts'
import { progressLines } from './progress.ts'

const usage = `frontdesk backup --to FOLDER | FILE.tar

Writes a backup of the installation that these settings name (DATA_DIR, or NATS_URL, MONGODB_URL and ELASTICSEARCH_URL),
while it runs or while nobody does. It holds every document, what events had left to do, and every blob; not the search
index, which is made again by itself. It is restored with: frontdesk restore --from …

  --to        a folder, or one archive when the name ends in .tar; overwrites nothing
  --with-key  also the encryption key, without which stored secrets can't be opened: keep such a backup like the secrets
  --json      what was written, for machines
`

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

function summary(to: string, manifest: BackupManifest, keyIn: string | undefined): string {
  const { documents, blobs, secrets, withKey, missing, missingCount } = manifest
  const lines = [
    `${styleText('green', 'Backed up')} to ${to}: ${documents} documents, ${blobs.count} blobs (${megabytes(blobs.bytes)}).`,
  ]
  if (withKey) lines.push('The encryption key is in it: who has this backup can open the secrets in it.')
  else if (keyIn === undefined) {
    lines.push('The encryption key is not in it, and not known here. Keep ENCRYPTION_KEY somewhere else.')
  } else {
    const what = secrets > 0 ? `${secrets} stored secrets need it` : 'stored secrets need it'
    lines.push(`The encryption key is not in it; ${what}. Keep ${keyIn} apart from the backup, in a secret store.`)
  }
  if (missingCount > 0) {
    const [first] = missing
    lines.push(
      `${styleText('yellow', 'warning')}: ${missingCount} blobs that documents name are missing, the first: ${first!.blobId} ` +
        `(${first!.collection} ${first!.id}). frontdesk doctor says what to do.`,
    )
  }
  return `${lines.join('\n')}\n`
}

/** Aborts on SIGINT, SIGTERM and SIGHUP, so that nothing is left behind. A second signal ends the process at once. */
function stopOnSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(name, () => stopping.abort(new Error(`Stopped by ${name}. Nothing of the backup is left.`)))
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
  if (!values.to) throw new Error(`Say where to: --to.\n\n${usage}`)
  const readers = await openReaders(process.env)
  try {
    await assertInstallation(readers.documents, services, process.env)
    const unfinished = await findUnfinished(values.to)
    if (unfinished.length > 0) {
      process.stderr.write(
        `Unfinished backups, of attempts that were killed or that run now: ${unfinished.join(', ')}. ` +
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
