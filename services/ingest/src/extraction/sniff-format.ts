import { lookUp, ServiceError } from '@frontdesk/contracts'

/** Formats that text can be extracted from. */
export type Format = 'pdf' | 'docx' | 'text' | 'markdown' | 'csv' | 'html' | 'png' | 'jpeg' | 'webp'

const byExtension: Record<string, Format> = {
  pdf: 'pdf',
  docx: 'docx',
  txt: 'text',
  text: 'text',
  md: 'markdown',
  markdown: 'markdown',
  csv: 'csv',
  html: 'html',
  htm: 'html',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
}

const names: Record<Format, string> = {
  pdf: 'PDF',
  docx: 'Word',
  text: 'text',
  markdown: 'Markdown',
  csv: 'CSV',
  html: 'HTML',
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
}

/** The format of a file by its name; undefined when it is not supported. */
function formatOfName(filename: string): Format | undefined {
  const dot = filename.lastIndexOf('.')
  return dot < 0 ? undefined : lookUp(byExtension, filename.slice(dot + 1).toLowerCase())
}

const startsWith = (bytes: Uint8Array, signature: number[]): boolean => signature.every((byte, i) => bytes[i] === byte)
const find = (bytes: Uint8Array, word: string, encoding: 'latin1' | 'utf16le' = 'latin1'): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(word, 0, encoding)

const isPdf = (bytes: Uint8Array) => find(bytes.subarray(0, 1024), '%PDF-')
const isZip = (bytes: Uint8Array) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])
/** Compound File Binary: old Office formats, and the wrapper of an encrypted new one ([MS-OFFCRYPTO] 2.3.4). */
const isCompoundFile = (bytes: Uint8Array) => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
/** How files begin that are not text. */
const signatures: Partial<Record<Format, (bytes: Uint8Array) => boolean>> = {
  pdf: isPdf,
  docx: isZip,
  png: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpeg: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  webp: (bytes) => find(bytes.subarray(0, 4), 'RIFF') && find(bytes.subarray(8, 12), 'WEBP'),
}

/**
 * The format that a file's name promises and its bytes keep. Throws `empty_document`, `unsupported_media_type`,
 * `damaged_document` when the bytes are something else, `password_protected` for an encrypted Word file.
 */
export function sniffFormat(filename: string, bytes: Uint8Array): Format {
  const format = formatOfName(filename)
  if (!format)
    throw new ServiceError('unsupported_media_type', {
      detail: 'Supported are .pdf, .docx, .txt, .md, .csv, .html, .png, .jpg and .webp files.',
    })
  if (bytes.length === 0) throw new ServiceError('empty_document')
  if (format === 'docx' && isCompoundFile(bytes) && find(bytes, 'EncryptedPackage', 'utf16le'))
    throw new ServiceError('password_protected')
  const keepsItsPromise = signatures[format]?.(bytes) ?? !startsWith(bytes, [0x25, 0x50, 0x44, 0x46])
  if (!keepsItsPromise || (format !== 'docx' && isZip(bytes)))
    throw new ServiceError('damaged_document', { detail: `The file is not a ${names[format]} file.` })
  return format
}
