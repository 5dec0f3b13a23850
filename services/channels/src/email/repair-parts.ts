import { decodePart, isReliable } from './decode-part.ts'
import { boundaryOf, type HeaderBlock, headerBlocks } from './header-blocks.ts'
import { withBoundary, withEmptyLines } from './part-limits.ts'
import { asFile, readableEncodings, readableTypes } from './part-types.ts'
import { takeUuencoded } from './uuencoded.ts'

const charsetParameter = /\bcharset\*?[ \t]*=[ \t]*"?(?:[a-z0-9-]*'[a-z0-9-]*')?([^\s";']+)/i
const uuencodings = /^(?:x-)?uu(?:encode|e)$/i
const lineBytes = 57

/** The value of a field in a block of headers, without its folds; empty when there is none. */
function fieldOf(headers: string, name: string): string {
  const found = new RegExp(`^${name}:([^\\n]*(?:\\n[ \\t][^\\n]*)*)`, 'im').exec(headers)?.[1] ?? ''
  return found.replaceAll(/\r?\n/g, ' ').trim()
}

/**
 * Makes a mail readable for the parser where programs break the rules: misspelt transfer encodings, content types that are encoded words, lack a semicolon or
 * are none, missing empty lines and boundaries, uuencoded parts, and texts that are not in the encoding that they are labelled
 * with. Named text files are files, whatever their disposition. Bytes that need nothing stay as they are.
 */
export function repairParts(raw: Uint8Array): Uint8Array {
  const source = withBoundary(withEmptyLines(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)))
  const blocks = headerBlocks(source)
  const pieces: Buffer[] = []
  let done = 0
  let hasText = false
  for (const block of blocks) {
    const readable = readableEncodings(readableTypes(block.text))
    const headers = hasText && !isAlternative(block, blocks) ? asFile(readable) : readable
    hasText ||= /^content-type:\s*text\/(?:plain|html)/im.test(headers)
    const part = repairBody(headers, withoutFirstBreak(source.subarray(block.end, block.bodyEnd)))
    if (part === undefined && headers === block.text) continue
    pieces.push(source.subarray(done, block.start), Buffer.from(part?.headers ?? headers, 'latin1'))
    done = block.end
    if (part === undefined) continue
    pieces.push(Buffer.from(`\r\n${inLines(part.bytes)}\r\n`))
    done = block.bodyEnd
  }
  return pieces.length === 0 ? source : Buffer.concat([...pieces, source.subarray(done)])
}

/** Whether it is one form of a text that has several: programs name these too. */
const isAlternative = ({ within }: HeaderBlock, blocks: readonly HeaderBlock[]): boolean => {
  const around = within === undefined ? undefined : blocks.find(({ text }) => boundaryOf(text) === within)
  return around !== undefined && fieldOf(around.text, 'content-type').toLowerCase().startsWith('multipart/alternative')
}

/** The body behind the empty line that ends the headers. */
const withoutFirstBreak = (body: Buffer): Buffer => body.subarray(body[0] === 0x0d ? 2 : 1)

/** Base64 in lines of 76 characters (RFC 2045). */
const inLines = (bytes: Buffer): string => {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += lineBytes) lines.push(bytes.toString('base64', at, at + lineBytes))
  return lines.join('\r\n')
}

type Repaired = { headers: string; bytes: Buffer }

/** What a part must become, as base64; undefined for one that may stay as it is. */
function repairBody(headers: string, body: Buffer): Repaired | undefined {
  const type = fieldOf(headers, 'content-type').toLowerCase()
  if (type.startsWith('multipart/') || type.startsWith('message/')) return undefined
  const encoding = fieldOf(headers, 'content-transfer-encoding').toLowerCase()
  if (uuencodings.test(encoding)) {
    const [file] = takeUuencoded(body.toString('latin1')).files
    if (!file) return undefined
    const isNamed = /\b(?:file)?name\*?/i.test(`${type};${fieldOf(headers, 'content-disposition')}`)
    const named = isNamed
      ? headers
      : `${headers.trimEnd()}\r\nContent-Disposition: attachment; filename="${file.filename.replaceAll(/["\\]/g, '_')}"\r\n`
    return { headers: asBase64(named), bytes: Buffer.from(file.bytes) }
  }
  return repairText(headers, type, encoding, body)
}

function repairText(headers: string, type: string, encoding: string, body: Buffer): Repaired | undefined {
  const isHtml = type.startsWith('text/html')
  if (!isHtml && !type.startsWith('text/plain')) return undefined
  const declared = charsetParameter.exec(type)?.[1] ?? ''
  const isBroken = encoding === 'base64' && /[^\sa-z0-9+/=]|\S[ \t]+\S/i.test(body.toString('latin1'))
  // Without a label the text may also be in UTF-8 or Windows-1252: `labelCharsets` tries both.
  if (!isBroken && (declared === '' ? !isHtml : isReliable(declared))) return undefined
  const bytes = bytesOf(encoding, body)
  const { text, charset } = decodePart(bytes, { declared, isHtml })
  if (!isBroken && (charset === declared || (charset === 'utf-8' && /^(?:utf-?8|us-ascii|ascii)?$/.test(declared))))
    return undefined
  const plain = withoutField(headers, 'content-type')
  const flowed = /;\s*format="?flowed/.test(type) ? '; format=flowed' : ''
  const delsp = /;\s*delsp="?yes/.test(type) ? '; delsp=yes' : ''
  const field = `Content-Type: ${isHtml ? 'text/html' : 'text/plain'}; charset=utf-8${flowed}${delsp}`
  return {
    headers: asBase64(`${plain.trimEnd()}${plain.trim() === '' ? '' : '\r\n'}${field}\r\n`),
    bytes: Buffer.from(text.endsWith('\n') ? text : `${text}\n`),
  }
}

const withoutField = (headers: string, name: string): string =>
  headers.replaceAll(new RegExp(`^${name}:[^\\n]*(?:\\n[ \\t][^\\n]*)*\\n?`, 'gim'), '')

const asBase64 = (headers: string): string =>
  `${withoutField(headers, 'content-transfer-encoding').trimEnd()}\r\nContent-Transfer-Encoding: base64\r\n`.replace(
    /^\r\n/,
    '',
  )

/** The bytes that a body's encoding stands for. */
function bytesOf(encoding: string, body: Buffer): Buffer {
  if (encoding === 'base64') return base64Of(body)
  if (encoding !== 'quoted-printable') return body
  const text = body.toString('latin1').replaceAll(/=[ \t]*\r?\n/g, '')
  return Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

const base64Line = /^[a-z0-9+/]+={0,2}$/i

/** Text that is said to be base64: some programs send it as it is, and mailing lists add lines below. */
function base64Of(body: Buffer): Buffer {
  const lines = body
    .toString('latin1')
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
  const end = lines.findIndex((line) => line !== '' && !base64Line.test(line))
  const decoded = Buffer.from(lines.slice(0, end < 0 ? lines.length : end).join(''), 'base64')
  if (end < 0) return decoded
  const isText = end > 0 && decoded.length > 8 && !decoded.some((byte) => byte < 9)
  return isText ? Buffer.concat([decoded, Buffer.from(`\n${lines.slice(end).join('\n')}`, 'latin1')]) : body
}
