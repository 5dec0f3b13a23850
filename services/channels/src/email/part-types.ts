import { decodeWords } from 'postal-mime'

const contentFields = /^(content-(?:type|disposition)):([^\n]*(?:\n[ \t][^\n]*)*)/gim
const encodingFields = /^(content-transfer-encoding):([^\n]*(?:\n[ \t][^\n]*)*)/gim
/** Names that programs give transfer encodings, without what is no letter or digit. */
const encodingNames: [RegExp, string][] = [
  [/^x?(?:base|b)64/, 'base64'],
  [/^x?(?:quotedprintable|qp$)/, 'quoted-printable'],
  [/^7bit/, '7bit'],
  [/^8bit/, '8bit'],
]
const encodingCharacters = 200
/** Names that programs give plain text. */
const plainTypes = /^text\/(?:markdown|x-markdown|x-plain|unknown|x-unknown|ascii|txt|text|utf-8)(?![\w.+-])/i

/** The fields that say what a part is, decoded and with their semicolon. */
export const readableTypes = (headers: string): string =>
  headers.replaceAll(contentFields, (field, name: string, value: string) => {
    const plain = value.replaceAll(/\r?\n[ \t]+/g, ' ').trim()
    let readable = /^"?=\?/.test(plain) ? encodeNames(decodeWords(plain)) : plain
    readable = readable.replace(/^"([\w.+-]+\/[\w.+-]+)"/, '$1')
    readable = readable.replaceAll(
      /;\s*((?:=\?[^?\s]+\?[bq]\?[^?]*\?=\s*)+)(?=;|$)/gi,
      (_, words: string) => `; ${encodeNames(decodeWords(words.trim()))}`,
    )
    const isType = name.toLowerCase() === 'content-type'
    if (isType) readable = withTextType(readable)
    readable = readable.replace(
      isType ? /^([\w.+-]+\/[\w.+-]+)[\s,]+(?=[\w*-]+\s?=)/ : /^([\w-]+)[\s,]+(?=filename\*?\d?\*?\s?=)/i,
      '$1; ',
    )
    return readable === plain ? field : `${name}: ${readable}${value.endsWith('\r') ? '\r' : ''}`
  })

/**
 * The transfer encoding that a field's value means (RFC 2045, 6.1), in lower case: without comments, quotes, parameters and
 * the spellings of programs (`base-64`, `Quoted_Printable;`). One that is not known stays as it is.
 */
export function transferEncodingOf(value: string): string {
  let plain = decodeWords(value.slice(0, encodingCharacters)).toLowerCase()
  for (let outer = ''; outer !== plain; ) {
    outer = plain
    plain = plain.replaceAll(/\([^()]*\)/g, ' ')
  }
  const [first = ''] = plain.split(';', 1)
  const letters = first.replaceAll(/[^a-z0-9]/g, '')
  return encodingNames.find(([name]) => name.test(letters))?.[1] ?? first.trim()
}

/** The fields that say how a part is encoded, with the names that the parser knows. */
export const readableEncodings = (headers: string): string =>
  headers.replaceAll(encodingFields, (field, name: string, value: string) => {
    const readable = transferEncodingOf(value)
    const isAsWritten = readable === value.trim().toLowerCase() || readable === ''
    return isAsWritten ? field : `${name}: ${readable}${value.endsWith('\r') ? '\r' : ''}`
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

/** RFC 2045, 5.2: what is no type is plain text. A part with a name is a file all the same. */
function withTextType(value: string): string {
  if (/\b(?:name\*?\d?\*?|boundary)\s?=/i.test(value)) return value
  const [first = ''] = value.split(';', 1)
  if (/^[\w.+-]+\/[\w.+-]/.test(first) && !plainTypes.test(first)) return value
  return (/html/i.test(first) ? 'text/html' : 'text/plain') + value.slice(first.length)
}

/** A text file that has a name and is shown within the mail, as a file. Other parts stay as they are. */
export function asFile(headers: string): string {
  const isNamed = /^content-(?:type|disposition):[^\n]*(?:\n[ \t][^\n]*)*?\b(?:file)?name\*?\d?\*?[ \t]*=/im.test(
    headers,
  )
  if (!isNamed || !/^content-type:\s*text\/(?:plain|html)/im.test(headers)) return headers
  if (!/^content-disposition:/im.test(headers)) return `${headers.trimEnd()}\r\nContent-Disposition: attachment\r\n`
  return headers.replace(/^(content-disposition:\s*)[\w-]*/im, '$1attachment')
}
