import { decodeHTML } from 'entities'
import { otherLetters, turnedLetters } from './disguised-letters.ts'

/** A text may hold one that holds another; deeper than this nobody reads it either. */
const maxRounds = 3
/** What is decoded out of a text is looked at up to so many characters for each of its own. */
const maxGrowth = 4

const tag = /<!--[^<>]{0,200}-->|<\/?[a-z][^<>]{0,200}>|\[\/?[a-z]{1,8}(?:=[^\]\n]{0,60})?\]/giu
const link = /\[([^\][\n]{1,80})\]\([^()\s]{0,200}\)/gu
/** Emphasis that stands between two letters; one asterisk alone may be a censor's, for a letter. */
const emphasis = /(?<=[\p{L}\p{N}])(?:\*{1,3}|_{1,3}|~~|`{1,3}|\|\|)(?=[\p{L}\p{N}])/gu
const escaped = /\\u\{([\da-f]{1,6})\}|(?:\\u|%u)([\da-f]{4})|u\+([\da-f]{4,6})(?![\da-f])/giu
const bytes = /(?:%[\da-f]{2})+|(?:\\x[\da-f]{2})+/giu
const entity = /&(?:#|[a-z])/iu
const letterEntity = /&#(x[\da-f]{1,6}|\d{1,7});?/giu

/** What a display shows of a text in which a mark turns the direction: what stands between it and its end, from behind. */
const turned = /[\u202e\u2067]([^\u202c\u2069\n]*)[\u202c\u2069]?/gu
const overridden = /\u202e/u

/**
 * What a text may say to a reader, beside what its characters say as they stand: markup inside words left out, entities
 * and escapes decoded (again, when that makes new ones), text that is shown from behind or upside down read as it is
 * shown, symbols made of several signs as letters, letters written twice as one, and base64 and hexadecimal decoded.
 * The text itself is among them, after what it says decoded. Time and size are linear in the text.
 */
export function readDisguises(text: string): string[] {
  const decoded = decode(text)
  const readings = new Set([decoded, text])
  let room = maxGrowth * text.length + 200
  const add = (reading: string) => {
    if (readings.has(reading) || reading.length > room) return
    room -= reading.length
    readings.add(reading)
  }
  const bare = decoded.replace(emphasis, '')
  add(bare)
  const spelled = readSymbols(bare)
  add(spelled)
  for (const reading of [...readDoubled(bare), ...readDoubled(spelled)]) add(reading)
  if (turnedLetters.pattern.test(decoded)) add(turnOver(decoded))
  for (const hidden of readEncoded(decoded)) {
    add(hidden)
    add(readSymbols(decode(hidden)))
  }
  return [...readings]
}

/** Markup, entities and escapes undone, until nothing of it is left. */
function decode(text: string): string {
  let decoded = text
  for (let round = 0; round < maxRounds; round++) {
    const before = decoded
    if (entity.test(decoded)) decoded = decodeHTML(decoded.replace(letterEntity, '&#$1;'))
    if (decoded.includes('\\') || decoded.includes('%') || /u\+/i.test(decoded)) {
      decoded = decoded.replace(
        escaped,
        (whole, ...codes) => characterOf(codes.find((code) => code !== undefined)) ?? whole,
      )
      decoded = decoded.replace(bytes, (run) => fromBytes(Buffer.from(run.replace(/%|\\x/gi, ''), 'hex')) ?? run)
    }
    if (decoded.includes('<') || decoded.includes('[')) decoded = decoded.replace(link, '$1').replace(tag, '')
    if (overridden.test(decoded)) {
      decoded = decoded.replace(turned, (_whole, inner: string) => [...inner].reverse().join(''))
    }
    if (decoded === before) break
  }
  return decoded
}

function characterOf(hexadecimal: string): string | undefined {
  const code = Number.parseInt(hexadecimal, 16)
  return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

const control = /[^\P{Cc}\t\r\n]|[\p{Cn}\p{Co}]/u
const strict = new TextDecoder('utf-8', { fatal: true })

/** Bytes as text: UTF-8 without control characters; undefined for others. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = strict.decode(bytes)
    return text === '' || control.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/** Bytes as text, or as the letters that they are one by one (ISO 8859-1). */
const fromBytes = (bytes: Buffer): string | undefined => {
  const single = bytes.toString('latin1')
  return textOf(bytes) ?? (control.test(single) ? undefined : single)
}

/** Bytes as text that a person could have written: mostly letters, digits and spaces. */
function printable(bytes: Uint8Array): string | undefined {
  const text = textOf(bytes)
  if (text === undefined) return undefined
  return (text.match(/[\p{L}\p{N}\s]/gu) ?? []).length * 4 >= [...text].length * 3 ? text : undefined
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

const doubled = /([\p{L}\p{N}@$€!])\1/u
const letters = /[\p{L}\p{N}@$€!]{2,}/gu
/** A word of letters that each stand twice. */
const twice = /(?<![\p{L}\p{N}])(?:([\p{L}\p{N}])\1){3,}(?![\p{L}\p{N}])/u
const run = /(.)\1*/gsu

/** Words in which letters stand twice, with each, the first, or the last of them once; undefined where nothing is doubled. */
function readDoubled(text: string): string[] {
  if (!doubled.test(text)) return []
  const isHalved = twice.test(text)
  const make = (which: (nth: number, of: number) => boolean) =>
    text.replace(letters, (token) => {
      const runs = token.match(run)!
      const long = runs.flatMap(({ length }, i) => (length > 1 ? [i] : []))
      if (long.length === 0) return token
      const isEach = runs.every(({ length }) => length % 2 === 0)
      if (isEach && (isHalved || token.length >= 4)) return runs.map((each) => each.slice(0, each.length / 2)).join('')
      // Many short words have two letters alike, and differ by them from another.
      if (token.length < minDoubled && !strange.test(token)) return token
      return runs
        .map((each, i) => (each.length > 1 && which(long.indexOf(i), long.length) ? [...each][0]! : each))
        .join('')
    })
  return [make(() => true), make((nth) => nth === 0), make((nth, of) => nth === of - 1)]
}
const minDoubled = 6
/** Pairs that neither English nor Swedish words have: two consonants alike before the first vowel, and these vowels. */
const strange = /^[^aeiouyåäö]*([bcdfghjklmnpqrstvwxz])\1|aa|ii|uu/iu

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
const hexadecimal = /(?<![\p{L}\d])(?:(?:0x|\\x)?[\da-f]{2}[\s:,-]{0,2}){4,}/giu
/** A text of fewer bytes is no phrase. */
const minBytes = 3
const maxWordsBefore = 3

/** Texts that stand encoded within a text. What decodes to no text that a person could have written is no code. */
function readEncoded(text: string): string[] {
  const found: string[] = []
  const add = (bytes: Buffer) => {
    const read = bytes.length < minBytes ? undefined : printable(bytes)
    if (read !== undefined) found.push(read)
  }
  for (const [code] of text.matchAll(base64)) add(Buffer.from(code.replace(/\s/g, ''), 'base64'))
  for (const [code] of text.matchAll(hexadecimal)) {
    const bytes = Buffer.from(code.replace(/0x|\\x|[^\da-f]/gi, ''), 'hex')
    // A short word before it may look like the first of its bytes ("be", "de").
    for (let from = 0; from < maxWordsBefore; from++) add(bytes.subarray(from))
  }
  return found.length === 0 ? found : [found.join('\n')]
}
