import { MIMEType } from 'node:util'
import { ServiceError } from '@frontdesk/contracts'
import { parseMultipart } from '@remix-run/multipart-parser'
import { fromBytes, mediaType, readPairs } from './form-pairs.ts'
import type { RawRequest } from './provider.ts'

/** One field of a form as it was posted. `filename` is set for files. */
export type FormField = { name: string; bytes: Uint8Array; filename?: string; contentType?: string }

/** What a form may hold: a mail of 36 MB with room for its fields, and more of them than any provider posts. */
const limits = { maxFileSize: 64 * 1024 * 1024, maxTotalSize: 64 * 1024 * 1024, maxParts: 2_000 }

const unreadable = (why: string, cause?: unknown): ServiceError =>
  new ServiceError('invalid_request', { detail: `The form can't be read: ${why}.`, cause })

function boundaryOf(request: RawRequest): string {
  try {
    const type = new MIMEType(request.headers['content-type'] ?? '')
    return type.essence === 'multipart/form-data' ? (type.params.get('boundary') ?? '') : ''
  } catch {
    return '' // it is no media type, so it has none
  }
}

function readParts(body: Uint8Array, boundary: string, decode: (content: Uint8Array) => Uint8Array): FormField[] {
  return Array.from(parseMultipart(body, { boundary, ...limits }), (part) => {
    const { name, filename } = part
    const contentType = part.headers['content-type']
    if (name === undefined) throw unreadable('a part has no name')
    const file = { ...(filename !== undefined && { filename }), ...(contentType && { contentType }) }
    return { name, bytes: decode(part.bytes), ...file }
  })
}

function readMultipart(body: Uint8Array, boundary: string): FormField[] {
  try {
    return readParts(body, boundary, (content) => content)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // A part's header is not UTF-8: names of files come in the sender's charset. Every byte as a character of Latin-1 is
    // a text that can be read, and turned back.
    const widened = Buffer.from(Buffer.from(body).toString('latin1'), 'utf8')
    return readParts(widened, boundary, (content) => Buffer.from(Buffer.from(content).toString('utf8'), 'latin1'))
  }
}

/**
 * The fields of a form, `application/x-www-form-urlencoded` or `multipart/form-data`, in order, with repeated ones.
 * Throws `invalid_request` for everything else.
 */
export function readFields(request: RawRequest): FormField[] {
  if (mediaType(request.headers) === 'application/x-www-form-urlencoded') {
    const pairs = readPairs(request.body)
    if (pairs === undefined) throw unreadable('it has too many fields')
    return pairs.map(([name, value]) => ({ name: fromBytes(name), bytes: Buffer.from(value, 'latin1') }))
  }
  const boundary = boundaryOf(request)
  if (boundary === '') throw unreadable('it is of another type')
  try {
    return readMultipart(request.body, boundary)
  } catch (cause) {
    throw cause instanceof ServiceError ? cause : unreadable('it is not multipart/form-data', cause)
  }
}

/** Every value of a field that is no file, as UTF-8. */
export const textsOf = (fields: FormField[], name: string): string[] =>
  fields
    .filter((field) => field.name === name && field.filename === undefined)
    .map((field) => Buffer.from(field.bytes).toString('utf8'))

/** The value of a field that is there once; undefined when it is missing or repeated. */
export const onlyTextOf = (fields: FormField[], name: string): string | undefined => {
  const values = textsOf(fields, name)
  return values.length === 1 ? values[0] : undefined
}

/** The files of a mail: fields with a file name, and those that providers call `attachment1` or `attachment-1` without. */
export const filesOf = (fields: FormField[]): FormField[] =>
  fields.filter(({ name, filename }) => filename !== undefined || /^attachment-?\d+$/.test(name))
