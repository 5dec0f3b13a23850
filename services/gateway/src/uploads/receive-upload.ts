import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { documentExtensions, type Fault, findUnreadable, limits, ServiceError } from '@frontdesk/contracts'
import { faultsOf } from '@frontdesk/service'
import type { FastifyRequest } from 'fastify'
import type { GatewayContext } from '../context.ts'
import { sentenceOf } from '../requests/parse-input.ts'
import type { Upload, UploadRule } from './upload.ts'

/** For names of fields, headers of parts and boundaries, beside the files themselves. */
const formOverheadBytes = 1024 * 1024
const fieldBytes = 64 * 1024
const maxFields = 100

const fileBytesOf = ({ fileBytes }: UploadRule, context: GatewayContext): number =>
  fileBytes?.(context) ?? limits.fileBytes

const limitOf = (bytes: number): string => `A file may have at most ${bytes / 1024 / 1024} MB (${bytes} bytes).`

const tooLarge = (bytes: number, cause?: unknown) =>
  new ServiceError('payload_too_large', { detail: limitOf(bytes), cause })

/** The last part of a path, without control characters, at most 255 characters: a name to show, never one to open. */
const shownName = (filename: string | undefined): string =>
  (filename ?? '')
    .replace(/\p{Cc}/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .slice(-255)
    .toWellFormed()

/** Throws `payload_too_large` for what says itself that it is, before any of it is read. */
function refuseTooLarge(request: FastifyRequest, maxFiles: number, fileBytes: number): void {
  const most = maxFiles * fileBytes + formOverheadBytes
  if (Number(request.headers['content-length'] ?? 0) <= most) return
  if (maxFiles === 1) throw tooLarge(fileBytes)
  const detail = `A request may have at most ${maxFiles} files. ${limitOf(fileBytes)}`
  throw new ServiceError('payload_too_large', { detail })
}

const tooManyParts = (cause?: unknown): ServiceError =>
  new ServiceError('payload_too_large', { detail: 'The form has too many parts.', cause })

const malformed = (cause: unknown): ServiceError =>
  new ServiceError('malformed_request', { detail: 'The form could not be read completely.', cause })

/** As the parser distinguishes files from fields. */
const isFile = ({ filename, mimetype }: MultipartFile) =>
  filename !== undefined || mimetype === 'application/octet-stream'

/** The text of a field, or why it can't be read. */
async function readField(part: MultipartFile): Promise<{ text: string } | { fault: string }> {
  const read: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of (part.file as Readable).iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes <= fieldBytes) read.push(chunk)
    }
  } catch (error) {
    throw malformed(error)
  }
  if (bytes > fieldBytes) return { fault: `May have at most ${fieldBytes} bytes.` }
  const whole = Buffer.concat(read)
  if (!isUtf8(whole)) return { fault: 'Must be UTF-8.' }
  return { text: whole.toString('utf8') }
}

/** The parts of a form. Throws `malformed_request` for what is none, or is cut off, `payload_too_large` for too many. */
async function* partsOf(request: FastifyRequest, fileBytes: number): AsyncGenerator<MultipartFile> {
  try {
    const parts = request.parts({
      limits: {
        // One byte more than may be, so that the store sees that it is too large.
        fileSize: fileBytes + 1,
        parts: maxFields + 2 * limits.bulkFiles,
      },
      // The parser decodes fields with U+FFFD for what is not UTF-8; it leaves the bytes of files as they are.
      isPartAFile: () => true,
    })
    for await (const part of parts) if (part.type === 'file') yield part
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_PARTS_LIMIT') throw tooManyParts(error)
    throw malformed(error)
  }
}

async function storeFile(
  part: MultipartFile,
  filename: string,
  rule: UploadRule,
  context: GatewayContext,
  signal: AbortSignal,
) {
  const { blobs, tenant } = context
  const extensions = rule.extensions ?? documentExtensions
  if (extensions !== 'any' && !extensions.includes(extname(filename).toLowerCase())) {
    throw new ServiceError('unsupported_media_type', {
      detail: `${filename || 'A file without a name'} can't be read. Supported are: ${extensions.join(' ')}`,
    })
  }
  const maxBytes = fileBytesOf(rule, context)
  const blobId = `upload_${randomUUID()}`
  // The parser needs the part's stream alive until its end, also when the store wants no more of it.
  const content: AsyncIterable<Uint8Array> = (part.file as Readable).iterator({ destroyOnReturn: false })
  try {
    const { bytes, sha256 } = await blobs.put(tenant, blobId, content, { maxBytes, signal })
    if (bytes > 0) return { filename, blobId, bytes, sha256 }
  } catch (error) {
    if (part.file.errored) throw malformed(part.file.errored)
    const isTooLarge = error instanceof ServiceError && error.code === 'payload_too_large'
    throw isTooLarge ? tooLarge(maxBytes, error) : error
  }
  await blobs.remove(tenant, blobId)
  throw new ServiceError('empty_document', { detail: `${filename} is empty.` })
}

/**
 * Streams the files of a multipart form into the blob store, in whatever order its parts come; memory stays bounded.
 * Throws `invalid_request` (every fault of the form at once), `payload_too_large`, `unsupported_media_type`,
 * `empty_document`, `malformed_request`; nothing is left in the store then. When the rule takes files one by one, a
 * refused file is among `refused` in place of being thrown.
 */
export async function receiveUpload(
  request: FastifyRequest,
  rule: UploadRule,
  { context, signal }: { context: GatewayContext; signal: AbortSignal },
): Promise<Upload> {
  const upload: Upload = { files: [], refused: [], fields: {} }
  const fields = new Map<string, string[]>()
  const faults: Fault[] = []
  let seen = 0
  let fieldsSeen = 0

  async function receiveField(part: MultipartFile): Promise<void> {
    if (++fieldsSeen > maxFields) throw tooManyParts()
    const path = part.fieldname
    const field = await readField(part)
    if ('fault' in field) faults.push({ path, message: field.fault })
    else fields.set(path, [...(fields.get(path) ?? []), field.text])
  }

  async function receiveFile(part: MultipartFile): Promise<void> {
    seen++
    const filename = shownName(part.filename)
    if (part.fieldname !== rule.field) {
      faults.push({ path: part.fieldname, message: `Send files in the field \`${rule.field}\`.` })
    } else if (seen === rule.maxFiles + 1) {
      faults.push({ path: rule.field, message: `At most ${rule.maxFiles} may be sent.` })
    } else if (seen <= rule.maxFiles) {
      try {
        upload.files.push(await storeFile(part, filename, rule, context, signal))
      } catch (error) {
        if (rule.allOrNothing || !(error instanceof ServiceError) || error.retryable) throw error
        upload.refused.push({ filename, code: error.code, reason: error.message })
      }
    }
    // What nobody reads has to flow past, or the form never ends.
    part.file.resume()
  }

  try {
    const fileBytes = fileBytesOf(rule, context)
    refuseTooLarge(request, rule.maxFiles, fileBytes)
    for await (const part of partsOf(request, fileBytes)) {
      if (isFile(part)) await receiveFile(part)
      else await receiveField(part)
    }
    if (seen === 0) faults.push({ path: rule.field, message: 'A file part is required.' })
    const values = [...fields].map(([name, given]) => [name, given.length === 1 ? given[0] : given])
    const parsed = rule.fields.safeParse(Object.fromEntries(values))
    faults.push(...(parsed.success ? findUnreadable(parsed.data) : faultsOf(parsed.error)))
    if (faults.length > 0) throw new ServiceError('invalid_request', { detail: sentenceOf(faults), errors: faults })
    upload.fields = parsed.data
    return upload
  } catch (error) {
    await discard(upload, context)
    throw error
  }
}

const spaces = new Set([0x20, 0x09, 0x0a, 0x0d])

/** The same bytes. Throws `malformed_request` when they do not begin like a JSON object. */
async function* beginsAsObject(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isBegun = false
  for await (const bytes of content) {
    const first: number | undefined = isBegun ? undefined : bytes.find((byte) => !spaces.has(byte))
    if (first !== undefined && first !== 0x7b) {
      throw new ServiceError('malformed_request', { detail: 'The body is not a JSON object.' })
    }
    isBegun ||= first !== undefined
    yield bytes
  }
  if (!isBegun) throw new ServiceError('malformed_request', { detail: 'The body is empty.' })
}

/**
 * Streams a JSON body into the blob store as a file; memory stays bounded. Throws `payload_too_large`, and
 * `malformed_request` for what is cut off or no object; nothing is left in the store then.
 */
export async function receiveJson(
  request: FastifyRequest,
  rule: UploadRule,
  { context, signal }: { context: GatewayContext; signal: AbortSignal },
): Promise<Upload> {
  const { blobs, tenant } = context
  const maxBytes = fileBytesOf(rule, context)
  refuseTooLarge(request, 1, maxBytes)
  const blobId = `upload_${randomUUID()}`
  const body = request.body as Readable
  try {
    const content = beginsAsObject(body.iterator({ destroyOnReturn: false }))
    const { bytes, sha256 } = await blobs.put(tenant, blobId, content, { maxBytes, signal })
    return { files: [{ filename: 'manifest.json', blobId, bytes, sha256 }], refused: [], fields: {} }
  } catch (error) {
    if (body.errored) throw malformed(body.errored)
    throw error instanceof ServiceError && error.code === 'payload_too_large' ? tooLarge(maxBytes, error) : error
  }
}

/** Takes an upload's files out of the blob store: nothing refers to them. */
export async function discard(upload: Upload, { blobs, tenant }: GatewayContext): Promise<void> {
  await Promise.all(upload.files.map(({ blobId }) => blobs.remove(tenant, blobId)))
}

/** Discards an upload that nobody took because of a limit or load: a retry brings its files again. Throws what `take` throws. */
export async function discardIfBusy<T>(upload: Upload, context: GatewayContext, take: () => Promise<T>): Promise<T> {
  try {
    return await take()
  } catch (error) {
    const isBusy = error instanceof ServiceError && (error.code === 'rate_limited' || error.code === 'overloaded')
    if (isBusy) await discard(upload, context)
    throw error
  }
}

/** What is read, and for how long, of a body that was refused, so that its sender gets to read why. */
const drainedBytes = 64 * 1024 * 1024
const drainMs = 5_000

/** Reads the rest of a refused body and forgets it. False when there is too much of it: the connection has to go. */
export function drain(body: Readable): Promise<boolean> {
  body.unpipe()
  if (body.readableEnded || body.destroyed) return Promise.resolve(true)
  return new Promise((resolve) => {
    let bytes = 0
    const settle = (ended: boolean) => {
      clearTimeout(timer)
      body.off('data', count).off('end', onEnd).off('close', onEnd)
      resolve(ended)
    }
    const onEnd = () => settle(true)
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > drainedBytes) settle(false)
    }
    const timer = setTimeout(() => settle(false), drainMs)
    body.on('data', count).on('end', onEnd).on('close', onEnd).resume()
  })
}
