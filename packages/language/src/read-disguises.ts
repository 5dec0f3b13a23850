import { isUtf8 } from 'node:buffer'
import { decodeHTML } from 'entities'
import { otherLetters, turnedLetters } from './disguised-letters.ts'

/** A text may hold one that holds another; deeper than this nobody reads it either. */
const maxDepth = 3

const comment = /<!--[^<]*-->/gu
/** What is quoted in an attribute may hold the sign that ends a tag. */
const tag = /<\/?[a-z](?:"[^"<]*"|'[^'<]*'|[^<>"'])*>|<\/?[a-z][^<>]*>|\[\/?[a-z]{1,8}(?:=[^\][\n]*)?\]/giu
const link = /\[([^\][\n]{1,80})\]\([^()\s]*\)/gu
/** Emphasis that stands between two letters; one asterisk alone may be a censor's, for a letter. */
const emphasis = /(?<=[\p{L}\p{N}])(?:\*{1,3}|_{1,3}|~~|`{1,3}|\|\|)(?=[\p{L}\p{N}])/gu
/** Of JavaScript, JSON, Python and Unicode; in octal of C; and of CSS. */
const escaped =
  /\\u\{0*([\da-f]{1,6})\}|\\u00([\da-f]{6})|(?:\\u|%u)([\da-f]{4})|u\+0*([\da-f]{2,6})(?![\da-f])|\\(1[0-7]{2})|\\([\da-f]{2,6})\s?/giu
const octal = 5
const bytes = /(?:%[\da-f]{2})+|(?:\\x[\da-f]{2})+/giu
const entity = /&(?:#|[a-z])/iu
const letterEntity = /&#(?:(x)0*([\da-f]{1,6})|0*(\d{1,7}));?/giu

/** Elements that may show their text from behind. */
const element = /<([a-z]+)\b([^<>]*)>([^<]*)/giu
/** What a display shows of a text in which a mark turns the direction: what stands between it and its end, from behind. */
const turned = /[\u202e\u2067]([^\u202c\u2069\n]*)[\u202c\u2069]?/gu
const overridden = /\u202e/u

/** What a text may say; `isEncoded`: in letters or codes that nobody uses for it by chance. */
export type DisguiseReading = { text: string; isEncoded: boolean }

/**
 * What a text may say to a reader, beside what its characters say as they stand: markup inside words left out, entities
 * and escapes decoded (again, when that makes new ones), text that is shown from behind or upside down read as it is
 * shown, symbols made of several signs as letters, and the same of what stands in base64 or hexadecimal in it. The text
 * itself is among them, after what it says decoded. Each way to read has its own room: none is left out for another. Time
 * and size are linear in the text.
 */
export function readDisguises(text: string): DisguiseReading[] {
  const readings = new Map<string, DisguiseReading>()
  const add = (read: string, isEncoded: boolean) => {
    if (!readings.has(read)) readings.set(read, { text: read, isEncoded })
  }
  let hidden = text
  for (let depth = 0; depth <= maxDepth && (depth === 0 || hidden !== ''); depth++) {
    const decoded = decode(hidden)
    const bare = decoded.replace(emphasis, '')
    for (const read of [decoded, hidden, bare, readSymbols(bare), readSymbols(hidden)]) add(read, depth > 0)
    if (turnedLetters.pattern.test(decoded)) add(turnOver(decoded), true)
    hidden = readEncoded(decoded)
  }
  return [...readings.values()]
}

/** Markup, entities and escapes undone, until nothing of it is left. */
function decode(text: string): string {
  let decoded = text
  for (let round = 0; round < maxDepth; round++) {
    const before = decoded
    if (entity.test(decoded)) {
      decoded = decodeHTML(
        decoded.replace(letterEntity, (_, x = '', hex = '', decimal = '') => `&#${x}${hex}${decimal};`),
      )
    }
    if (decoded.includes('\\') || decoded.includes('%') || /u\+/i.test(decoded)) {
      decoded = decoded.replace(escaped, (whole, ...codes) => {
        const which = codes.findIndex((code) => code !== undefined)
        return characterOf(Number.parseInt(codes[which], which === octal - 1 ? 8 : 16)) ?? whole
      })
      decoded = decoded.replace(bytes, (run) => fromBytes(Buffer.from(run.replace(/%|\\x/gi, ''), 'hex')) ?? run)
    }
    if (decoded.includes('<') || decoded.includes('[')) {
      decoded = decoded
        .replace(comment, '')
        .replace(element, (whole, name, attributes, inner) =>
          showsFromBehind(name, attributes) ? reversed(inner) : whole,
        )
        .replace(link, '$1')
        .replace(tag, '')
    }
    if (overridden.test(decoded)) decoded = decoded.replace(turned, (_whole, inner: string) => reversed(inner))
    if (decoded === before) break
  }
  return decoded
}

const showsFromBehind = (name: string, attributes: string): boolean =>
  /bdo/i.test(name) ? /rtl/i.test(attributes) : /bidi-override/i.test(attributes)
const reversed = (text: string): string => [...text].reverse().join('')

function characterOf(code: number): string | undefined {
  return code > 0x1f && !(code > 0x7e && code < 0xa0) && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

const control = /[^\P{Cc}\t\r\n]|[\p{Cn}\p{Co}]/u

/** Bytes as text: UTF-8 without control characters; undefined for others. */
function textOf(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes)) return undefined
  const text = bytes.toString()
  return text === '' || control.test(text) ? undefined : text
}

/** Bytes as text, or as the letters that they are one by one (ISO 8859-1). */
const fromBytes = (bytes: Buffer): string | undefined => {
  const single = bytes.toString('latin1')
  return textOf(bytes) ?? (control.test(single) ? undefined : single)
}

const unreadable = /(?:[\ufffd\p{Cn}\p{Co}]|[^\P{Cc}\t\r\n])+/u
/** Beside bytes that are no text, so few that are some are chance. */
const minPart = 5

/** What a person could have written, at least half of it letters, digits and spaces, of bytes; empty when nothing is. */
function printable(bytes: Buffer): string {
  if (bytes.length < minBytes) return ''
  const parts = bytes.toString().split(unreadable)
  return parts
    .filter((part) => parts.length === 1 || part.length >= minPart)
    .filter((part) => (part.match(/[\p{L}\p{N}\s]/gu) ?? []).length * 2 >= part.length)
    .join(' ')
}

const word = /\S+/gu
const hasLetterOrSign = /[\p{L}]/u

/** Signs that are drawn like letters, one or several for each, inside of what has a letter or another such sign. */
function readSymbols(text: string): string {
  if (!otherLetters.pattern.test(text)) return text
  otherLetters.pattern.lastIndex = 0
  return text.replace(word, (token) => {
    if (token.length < 3) return token
    const read = token.replace(otherLetters.pattern, (sign) => otherLetters.letters.get(sign)!)
    return hasLetterOrSign.test(token) || /^\p{L}{4,}$/u.test(read) ? read : token
  })
}

/** Upside down: the letters that they are when the page is turned, and from behind. */
const turnOver = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      [...line]
        .reverse()
        .map((letter) => turnedLetters.letters.get(letter) ?? letter)
        .join(''),
    )
    .join('\n')

const base64 = /[A-Za-z0-9+/_-]{6,}(?:\r?\n[A-Za-z0-9+/_-]{4,})*={0,2}/g
const hexadecimal = /(?<![\p{L}\d])(?:(?:0x|\\x)?[\da-f]{2}[^\p{L}\p{N}]{0,3}){4,}/giu
/** A text of fewer bytes is no phrase. */
const minBytes = 3
/** A word may stand before a code without a space, and look like its first letters or bytes ("be", "de"). */
const offsets = { base64: [0, 1, 2, 3], hexadecimal: [0, 1, 2] }
/** What is text by chance is short: of longer codes only the offset that says most is read. */
const shortCode = 24

/** Texts that stand encoded within a text, with an empty line between. What decodes to nothing that a person could have written is no code. */
function readEncoded(text: string): string {
  const found: string[] = []
  const add = (code: string, read: string[]) => {
    if (code.length <= shortCode) found.push(...read)
    else found.push(read.reduce((most, each) => (each.length > most.length ? each : most)))
  }
  for (const [code] of text.matchAll(base64)) {
    const letters = code.replace(/\s/g, '')
    add(
      letters,
      offsets.base64.map((offset) => printable(Buffer.from(letters.slice(offset), 'base64'))),
    )
  }
  for (const [code] of text.matchAll(hexadecimal)) {
    const bytes = Buffer.from(code.replace(/0x|\\x|[^\da-f]/gi, ''), 'hex')
    add(
      code,
      offsets.hexadecimal.map((offset) => printable(bytes.subarray(offset))),
    )
  }
  return found.filter(Boolean).join('\n\n')
}
