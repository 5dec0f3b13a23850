import { decodeWords } from 'postal-mime'
import { decodePart, isReliable } from './decode-part.ts'
import { headerBlocks } from './header-blocks.ts'
import { takeUuencoded } from './uuencoded.ts'

const contentFields = /^(content-(?:type|disposition)):([^\n]*(?:\n[ \t][^\n]*)*)/gim
const charsetParameter = /\bcharset\*?[ \t]*=[ \t]*"?(?:[a-z0-9-]*'[a-z0-9-]*')?([^\s";']+)/i
const uuencodings = /^(?:x-)?uu(?:encode|e)$/i
const lineBytes = 57

/** The value of a field in a block of headers, without its folds; empty when there is none. */
function fieldOf(headers: string, name: string): string {
  const found = new RegExp(`^${name}:([^\\n]*(?:\\n[ \\t][^\\n]*)*)`, 'im').exec(headers)?.[1] ?? ''
  return found.replaceAll(/\r?\n/g, ' ').trim()
}

/**
 * Makes a mail readable for the parser where programs break the rules: content types that are encoded words or lack a semicolon,
 * uuencoded parts, and texts that are not in the encoding that they are labelled with. Bytes that need nothing stay as they are.
 */
export function repairParts(raw: Uint8Array): Uint8Array {
  const source = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const blocks = headerBlocks(source)
  const pieces: Buffer[] = []
  let done = 0
  for (const block of blocks) {
    const headers = withReadableTypes(block.text)
    const part = repairBody(headers, withoutFirstBreak(source.subarray(block.end, block.bodyEnd)))
    if (part === undefined && headers === block.text) continue
    pieces.push(source.subarray(done, block.start), Buffer.from(part?.headers ?? headers, 'latin1'))
    done = block.end
    if (part === undefined) continue
    pieces.push(Buffer.from(`\r\n${inLines(part.bytes)}\r\n`))
    done = block.bodyEnd
  }
  return pieces.length === 0 ? raw : Buffer.concat([...pieces, source.subarray(done)])
}

/** The body behind the empty line that ends the headers. */
const withoutFirstBreak = (body: Buffer): Buffer => body.subarray(body[0] === 0x0d ? 2 : 1)

/** Base64 in lines of 76 characters (RFC 2045). */
const inLines = (bytes: Buffer): string => {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += lineBytes) lines.push(bytes.toString('base64', at, at + lineBytes))
  return lines.join('\r\n')
}

/** The fields that say what a part is, decoded and with their semicolon. */
const withReadableTypes = (headers: string): string =>
  headers.replaceAll(contentFields, (field, name: string, value: string) => {
    const plain = value.replaceAll(/\r?\n[ \t]+/g, ' ').trim()
    let readable = /^"?=\?/.test(plain) ? encodeNames(decodeWords(plain)) : plain
    readable = readable.replace(/^"([\w.+-]+\/[\w.+-]+)"/, '$1')
    readable = readable.replaceAll(
      /;\s*((?:=\?[^?\s]+\?[bq]\?[^?]*\?=\s*)+)(?=;|$)/gi,
      (_, words: string) => `; ${encodeNames(decodeWords(words.trim()))}`,
    )
    const isType = name.toLowerCase() === 'content-type'
    // RFC 2045, 5.2: what is no type is plain text. A part with a name is a file all the same.
    if (isType && /^(?:text|plain|html)?\/?\s*(?:;|$)/i.test(readable) && !/name/i.test(readable))
      readable = readable.replace(/^[a-z]*\/?/i, (type) => (type.toLowerCase() === 'html' ? 'text/html' : 'text/plain'))
    readable = readable.replace(
      isType ? /^([\w.+-]+\/[\w.+-]+)[\s,]+(?=[\w*-]+\s?=)/ : /^([\w-]+)[\s,]+(?=filename\*?\d?\*?\s?=)/i,
      '$1; ',
    )
    return readable === plain ? field : `${name}: ${readable}${value.endsWith('\r') ? '\r' : ''}`
  })

/** Names beyond ASCII as encoded words, which the parser reads within quotes too. */
const encodeNames = (value: string): string =>
  value.replaceAll(
    /\b((?:file)?name)\s?=\s?(?:"([^"]*)"|([^;"]+))/gi,
    (_, key: string, quoted?: string, plain?: string) => {
      const name = (quoted ?? plain ?? '').trim()
      const shown = /^[ -~]*$/.test(name) ? name : `=?utf-8?B?${Buffer.from(name).toString('base64')}?=`
      return `${key}="${shown}"`
    },
  )

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
  // Without a label the text may also be in UTF-8 or Windows-1252: `labelCharsets` tries both.
  if (declared === '' ? !isHtml : isReliable(declared)) return undefined
  const bytes = bytesOf(encoding, body)
  const { text, charset } = decodePart(bytes, { declared, isHtml })
  if (charset === declared || (charset === 'utf-8' && /^(?:utf-?8|us-ascii|ascii)?$/.test(declared))) return undefined
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
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64')
  if (encoding !== 'quoted-printable') return body
  const text = body.toString('latin1').replaceAll(/=[ \t]*\r?\n/g, '')
  return Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
