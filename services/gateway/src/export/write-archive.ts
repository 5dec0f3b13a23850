import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type ManifestMissing, ServiceError } from '@frontdesk/contracts'
import { stringify } from 'yaml'
import { ZipFile } from 'yazl'
import type { GatewayContext } from '../context.ts'
import { bufferText } from './buffer-text.ts'
import { findMissingParts } from './find-missing-parts.ts'
import { type ExportedSource, exportedSources, readExported, textOf } from './read-versions.ts'
import { type Original, writeManifest } from './write-manifest.ts'

type Entry = { path: string; createdAt: string; open(): Promise<Readable> }

/** Formats that are compressed in themselves. */
const compressed = /\.(?:docx|pdf|png|jpe?g|webp)$/i

/**
 * A ZIP of entries, each opened when the one before has been read. Whoever leaves the archive unread closes what is open;
 * an entry that fails breaks the archive off.
 */
function archiveOf(entries: AsyncIterable<Entry>, { log }: GatewayContext): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as unknown as Readable
  let current: Readable | undefined
  async function fill() {
    for await (const { path, createdAt, open } of entries) {
      if (output.destroyed) return
      current = await open()
      zip.addReadStream(current, path, { mtime: new Date(createdAt), compress: !compressed.test(path) })
      await finished(current, { writable: false })
    }
    zip.end()
  }
  zip.on('error', (error) => output.destroy(error))
  output.once('close', () => current?.destroy())
  fill().catch((error) => {
    if (!output.destroyed) log.error({ err: error }, 'an archive could not be written completely')
    output.destroy(error)
  })
  return output
}

/** The manifest and the original files, each as `originals/<source>/<version>/<name>`, in a ZIP. */
export function writeZip(context: GatewayContext, options: { vectors: boolean }): Readable {
  async function* entries(): AsyncGenerator<Entry> {
    const originals: Original[] = []
    const manifest = writeManifest(context, { ...options, original: (file) => originals.push(file) })
    const createdAt = new Date(context.clock.now()).toISOString()
    yield { path: 'manifest.json', createdAt, open: async () => Readable.from(bufferText(manifest)) }
    for (const { path, blobId, createdAt } of originals) {
      yield { path, createdAt, open: () => openOriginal(blobId, context) }
    }
  }
  return archiveOf(entries(), context)
}

/** Of a source that was deleted after the manifest was written there is nothing left. */
async function openOriginal(blobId: string, { blobs, tenant }: GatewayContext): Promise<Readable> {
  try {
    return await blobs.stream(tenant, blobId)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return Readable.from([])
    throw error
  }
}

/** What answers now, a Markdown file a source, with `title`, `date`, `tags` and `metadata` before the text, in a ZIP. `missing.json` names what the blob store lacks. */
export function writeMarkdown(context: GatewayContext): Readable {
  async function* entries(): AsyncGenerator<Entry> {
    const missing: ManifestMissing[] = []
    for await (const source of exportedSources(context)) {
      if (source.liveVersion === null) continue
      const version = await readExported(source.id, source.liveVersion, context)
      if (!version) continue
      const parts = await findMissingParts({ contents: version.contents }, { withOriginal: false }, context)
      if (parts.includes('text')) {
        missing.push({ sourceId: source.id, title: source.title, version: source.liveVersion, parts })
        continue
      }
      const { title, createdAt, tags, metadata } = source
      async function* page() {
        yield `---\n${stringify({ title, date: createdAt, tags, metadata })}---\n\n`
        yield* textOf(version!, context)
        yield '\n'
      }
      yield { path: fileNameOf(source), createdAt, open: async () => Readable.from(bufferText(page())) }
    }
    if (missing.length === 0) return
    const createdAt = new Date(context.clock.now()).toISOString()
    const text = `${JSON.stringify({ missing }, undefined, 2)}\n`
    yield { path: 'missing.json', createdAt, open: async () => Readable.from([Buffer.from(text)]) }
  }
  return archiveOf(entries(), context)
}

/** A name that any system takes, and no other source has. */
function fileNameOf({ id, title }: ExportedSource): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
  return `${words.replace(/^-|-$/g, '') || 'source'}-${id.replace(/[^A-Za-z0-9]/g, '').slice(-8)}.md`
}
