import type { Readable } from 'node:stream'
import {
  type Fault,
  findUnreadable,
  ingest,
  limits,
  manifestEmbedding,
  manifestFormat,
  manifestFormatVersion,
  manifestSource,
  ServiceError,
} from '@frontdesk/contracts'
import { faultsOf, timestampOf } from '@frontdesk/service'
import type { IngestContext } from '../context.ts'
import type { JobItem } from '../jobs/job-document.ts'
import { type SourceDocument, toSource, type VersionRecord } from '../sources/source-document.ts'
import { extractedEvent, operationKey } from '../versions/add-version.ts'
import { textBlobOf } from '../versions/blob-names.ts'
import { removeBlobs, removeContents } from '../versions/contents.ts'
import { type Held, refusal } from './import-refusal.ts'
import { type Embedding, IncomingVersion, partsOf } from './incoming-version.ts'
import {
  createImported,
  findSame,
  type ImportedSource,
  type ImportedVersion,
  type Merged,
  mergeImported,
} from './merge-source.ts'
import type { Archive } from './open-archive.ts'
import { ManifestFault, readManifest } from './read-manifest.ts'

type Fields = Record<string, unknown>
type Taken = { version: Omit<ImportedVersion, 'origin'>; contentIds: string[] }
const maxReasonsReported = 5

/**
 * Imports the sources of a manifest one after the other, from the first that has no verdict yet, and records a verdict for
 * each. Throws `ManifestFault` where it can't be read on.
 */
export async function importManifest(
  content: Readable,
  held: Held,
  context: IngestContext,
  original: Archive['original'] = () => undefined,
): Promise<void> {
  const before = held.state.handled
  let embedding: Embedding | undefined
  let index = 0
  let source = emptySource()

  for await (const part of readManifest(content)) {
    context.signal.throwIfAborted()
    if (part.kind === 'header') {
      embedding = embeddingOf(part.header, context)
      continue
    }
    const isPassed = index < before || held.isCancelled()
    if (part.kind === 'source') {
      if (index >= before) {
        await held.record(
          held.isCancelled()
            ? refusal(nameOf(part.source, index), 'cancelled', 'The job was cancelled before this item was started.')
            : await importSource({ given: part.source, index, jobId: held.jobId, ...source }, original, context),
        )
      }
      index++
      source = emptySource()
      continue
    }
    if (isPassed) continue
    if (!source.current && typeof part.source.id === 'string' && part.source.id !== '') {
      source.current = { document: await readSource(part.source.id, context) }
    }
    const place = { jobId: held.jobId, index, position: source.position }
    source.open ??= new IncomingVersion(place, embedding, context)
    if (part.kind === 'chunk') {
      source.isKnown ??= isHere(part.version, source.current?.document)
      if (!source.isKnown) await source.open.addChunk(part.chunk, part.version)
      continue
    }
    const isKnown = source.isKnown === true
    const title = typeof part.source.title === 'string' ? part.source.title : ''
    const version = await source.open.finish(part.version, title, isKnown)
    source.contentIds.push(...source.open.contentIds)
    source.faults.push(...source.open.faults)
    if (version) source.versions.push(version)
    source.position++
    delete source.open
    delete source.isKnown
  }
}

type Incoming = {
  versions: Taken['version'][]
  contentIds: string[]
  faults: Fault[]
  position: number
  open?: IncomingVersion
  /** Whether the current version exists already, so that its chunks need not be stored again. */
  isKnown?: boolean
  current?: { document: SourceDocument | undefined }
}
const emptySource = (): Incoming => ({ versions: [], contentIds: [], faults: [], position: 0 })

/** The model of the manifest's vectors, when it is the one in use. Throws `ManifestFault` when it is not a manifest. */
function embeddingOf({ format, formatVersion, embedding }: Fields, { models }: IngestContext): Embedding | undefined {
  if (format !== manifestFormat || formatVersion !== manifestFormatVersion) {
    throw new ManifestFault(
      `It is not a manifest: before \`sources\` it must have \`"format": "${manifestFormat}"\` and \`"formatVersion": ${manifestFormatVersion}\`.`,
    )
  }
  if (embedding === undefined) return undefined
  const parsed = manifestEmbedding.safeParse(embedding)
  if (!parsed.success) {
    const [fault] = faultsOf(parsed.error)
    throw new ManifestFault(`It is not a manifest: embedding.${fault!.path}: ${fault!.message}`)
  }
  const { model, dimensions } = parsed.data
  const own = models.embedding
  return model === own.model && dimensions === own.dimensions ? { model, dimensions } : undefined
}

const readSource = async (sourceId: string, { tenant, collections }: IngestContext) => {
  const stored = await collections.sources.get(tenant, sourceId)
  return stored?.body.deleted ? undefined : stored?.body
}

/** Whether a version exists already, judged by the fields before its chunks. */
function isHere(version: Fields, document: SourceDocument | undefined): boolean {
  const { text, createdAt, version: number, parts } = version
  if (!document || typeof text !== 'string' || typeof createdAt !== 'string' || typeof number !== 'number') return false
  const { textHashes } = partsOf({ text, parts: parts as any }, '')
  return findSame(document, { version: number, createdAt, textHashes }) !== undefined
}

const nameOf = (given: unknown, index: number): string => {
  const { source, title } = (given ?? {}) as Fields
  const name = [source, title].find((each) => typeof each === 'string' && each !== '')
  return String(name ?? `sources.${index}`).slice(0, 500)
}

/** Commits a source that was read completely; resolves with its verdict. */
async function importSource(
  { given, index, jobId, versions, contentIds, faults }: Incoming & { given: unknown; index: number; jobId: string },
  original: Archive['original'],
  context: IngestContext,
): Promise<JobItem> {
  const { versions: _, ...fields } = (given ?? {}) as Fields
  const parsed = manifestSource.safeParse(fields)
  if (!parsed.success) faults.push(...faultsOf(parsed.error))
  else faults.push(...findUnreadable(parsed.data), ...faultsOfVersions(parsed.data, versions))
  const name = nameOf(given, index)
  const sourceId = parsed.success ? parsed.data.id : undefined
  if (faults.length > 0 || !parsed.success) {
    await removeContents(contentIds, context)
    const reason = faults
      .slice(0, maxReasonsReported)
      .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    return { ...refusal(name, 'invalid_request', reason.join('; ')), ...(sourceId && { sourceId }) }
  }
  const incoming: ImportedVersion[] = []
  const refusedOriginals: string[] = []
  for (const version of versions) {
    try {
      const contents = version.contents?.map((content) => ({ ...content, title: content.title || parsed.data.title }))
      incoming.push({ ...version, contents, origin: await originOf(parsed.data, version, original, context) })
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'payload_too_large') throw error
      refusedOriginals.push(`versions.${version.version}: its original is larger than ${limits.fileBytes} bytes`)
    }
  }
  if (refusedOriginals.length > 0) {
    await removeContents(contentIds, context)
    return { ...refusal(name, 'invalid_request', refusedOriginals.join('; ')), sourceId: parsed.data.id }
  }
  return { ...(await commitSource(parsed.data, incoming, `${jobId}:${index}`, contentIds, context)), source: name }
}

function faultsOfVersions({ liveVersion }: ImportedSource, versions: Taken['version'][]): Fault[] {
  const faults: Fault[] = []
  const numbers = versions.map(({ version }) => version)
  if (numbers.length === 0) faults.push({ path: 'versions', message: 'must have at least one' })
  if (new Set(numbers).size < numbers.length) faults.push({ path: 'versions', message: 'must have different numbers' })
  if (liveVersion !== null && !numbers.includes(liveVersion)) {
    faults.push({ path: 'liveVersion', message: 'must be one of the versions' })
  }
  return faults
}

/** The origin of a version: its original in the ZIP, its address, or else its text. */
async function originOf(
  { id, type, source }: ImportedSource,
  { version, contents, sha256, bytes }: Taken['version'],
  original: Archive['original'],
  { tenant, blobs }: IngestContext,
): Promise<VersionRecord['origin']> {
  if (type === 'url') return { kind: 'url', url: source, maxPages: Math.min(100, Math.max(1, contents?.length ?? 1)) }
  const file = contents && original(id, version)
  if (file && file.bytes > 0) {
    const blobId = `${contents[0]!.contentId}_original`
    const stored = await blobs.put(tenant, blobId, await file.open(), { maxBytes: limits.fileBytes })
    const kept = { blobId, bytes: stored.bytes, sha256: stored.sha256 }
    return type === 'file' ? { kind: 'file', filename: file.filename, ...kept } : { kind: 'manual', ...kept }
  }
  return { kind: 'manual', blobId: contents ? textBlobOf(contents[0]!.contentId) : '', bytes, sha256 }
}

async function commitSource(
  source: ImportedSource,
  versions: ImportedVersion[],
  operationId: string,
  contentIds: string[],
  context: IngestContext,
): Promise<Omit<JobItem, 'source'>> {
  const { collections, commit, clock, event } = context
  const key = operationKey(operationId)
  let merged: Merged | undefined
  let verdict: Merged['verdict'] = 'skipped'
  let version: number | undefined
  // Of an earlier life, should that have been deleted only just now.
  await removeBlobs(source.id, context)
  const stored = await commit(collections.sources, source.id, (current) => {
    merged = undefined
    version = undefined
    // Done before by a process that ended before it could say so: what it made is what it said.
    const said = current?.body.operations.find((each) => each.startsWith(`${key}:`))
    if (said) {
      const [, known, number] = said.split(':')
      verdict = known as Merged['verdict']
      version = number ? Number(number) : undefined
      return undefined
    }
    // What was deleted is brought back as a new life, of which nothing that is late of the old one takes anything.
    const before = current?.body.deleted ? undefined : current?.body
    const life = current?.body.deleted ? (current.body.life ?? 1) + 1 : current?.body.life
    if (versions.some(({ contents, ...each }) => !contents && !(before && findSame(before, each)))) {
      throw new ServiceError('unavailable', { detail: 'A source changed while it was being imported.' })
    }
    const now = timestampOf(clock)
    merged = before ? mergeImported(before, source, versions, now) : createImported(source, versions)
    verdict = merged.verdict
    if (verdict === 'skipped') return undefined
    version = merged.pending?.version
    const operations = [...merged.body.operations, `${key}:${verdict}:${version ?? ''}`]
    const body: SourceDocument = { ...merged.body, operations, ...(life !== undefined && { life }) }
    const shown = { source: toSource(source.id, body), change: 'updated' as const }
    return {
      body,
      events: [
        ...(merged.isRenamed ? [event(ingest.events.sourceDescribed, { sourceId: source.id, title: body.title })] : []),
        ...(merged.pending
          ? [event(ingest.events.versionExtracted, extractedEvent(source.id, body, merged.pending))]
          : []),
        ...(merged.isDescribed ? [event(ingest.events.knowledgeUpdated, shown)] : []),
      ],
    }
  })
  const named = new Set(stored?.body.versions.flatMap(({ contents }) => contents.map(({ contentId }) => contentId)))
  await removeContents(
    contentIds.filter((contentId) => !named.has(contentId)),
    context,
  )
  return { sourceId: source.id, verdict, ...(version !== undefined && { version }) }
}
