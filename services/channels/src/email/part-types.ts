import { decodeWords } from 'postal-mime'

const contentFields = /^(content-(?:type|disposition)):([^\n]*(?:\n[ \t][^\n]*)*)/gim
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
