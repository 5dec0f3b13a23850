import { DamagedText } from '../damaged-text.ts'
import { decodeUnicode } from '../decode-text.ts'
import { charsetOf, decodeBytes } from './decode-bytes.ts'
import { type Reading, readingsOf } from './detect-charset.ts'

/** How much likelier a reading is than the next that is not the same text, as a logarithm: measured in `read-text.test.ts`. */
const minLead = 2.5
/** A label is wrong when another reading is that much likelier. */
const leadOverLabel = 8
/** What stands against a reading, for each word with characters beyond ASCII, when nobody would write it. */
const [faultsOfText, faultsPerWord] = [4, 1]
const [maxCandidates, sampleCharacters] = [6, 160]

/** A charset that a text may be in, and how its telling part then reads. */
export type CharsetCandidate = { encoding: string; sample: string }

/** It can't be told which charset a text is in: `candidates` are the likeliest ones, best first, to ask somebody about. */
export class UnknownCharset extends Error {
  override readonly name = 'UnknownCharset'
  readonly code = 'charset_unknown'
  readonly candidates: CharsetCandidate[]
  constructor(candidates: CharsetCandidate[]) {
    super('The text is in no charset that can be told for certain.')
    this.candidates = candidates
  }
}

/** A text, and the charset that it was read in, by its name in https://encoding.spec.whatwg.org or `cp850` and the like. */
export type ReadText = { text: string; encoding: string }

/** What is said about a text: `declared` in its own label, which may be wrong; `encoding` by a person, who is believed. */
export type TextOptions = { declared?: string | undefined; encoding?: string | undefined }

const sampleOf = ({ text }: Reading): string => {
  const line = text.split('\n').find((one) => /[^\0-\u007f]/.test(one)) ?? text
  const at = Math.max(0, line.search(/[^\0-\u007f]/) - sampleCharacters / 2)
  return line
    .slice(at, at + sampleCharacters)
    .trim()
    .toWellFormed()
}

const asked = (readings: Reading[]): UnknownCharset =>
  new UnknownCharset(
    readings.slice(0, maxCandidates).map((reading) => ({ encoding: reading.charset, sample: sampleOf(reading) })),
  )

/** A reading of all of the bytes; a stray byte in a long text makes no other charset of it. */
function whole(bytes: Uint8Array, encoding: string): ReadText | undefined {
  const text = decodeBytes(bytes, encoding)
  if (text !== undefined) return { text, encoding }
  const damaged = new TextDecoder(encoding).decode(bytes)
  let broken = 0
  for (let at = damaged.indexOf('\ufffd'); at >= 0; at = damaged.indexOf('\ufffd', at + 1)) broken++
  return broken * 100 <= damaged.length ? { text: damaged, encoding } : undefined
}

/**
 * The text of a file and the charset it was read in: what somebody says, else Unicode, else its label unless that is
 * implausible, else the one charset whose reading looks like something that somebody wrote. Throws `DamagedText` for what is
 * no text or is not in the charset that somebody named, `UnknownCharset` when several could be right or none is.
 */
export function readText(bytes: Uint8Array, { declared, encoding }: TextOptions = {}): ReadText {
  if (encoding !== undefined) {
    const charset = charsetOf(encoding)
    const read = charset === undefined ? undefined : whole(bytes, charset)
    if (!read) throw new DamagedText(`The file is not in the charset ${encoding}.`)
    return read
  }
  const unicode = decodeUnicode(bytes)
  if (unicode && !unicode.text.includes('\u001b$')) return unicode
  if (unicode) {
    const japanese = decodeBytes(bytes, 'iso-2022-jp')
    return japanese !== undefined && /[\u3040-\u30ff]/.test(japanese)
      ? { text: japanese, encoding: 'iso-2022-jp' }
      : unicode
  }
  const readings = readingsOf(bytes)
  const [best, next] = readings
  if (!best) throw asked(readings)
  const label = declared === undefined ? undefined : charsetOf(declared)
  if (label !== undefined && label !== 'utf-8' && isPlausible(bytes, label, readings)) {
    const read = whole(bytes, label)
    if (read) return read
  }
  const isSure = best.score - (next?.score ?? Number.NEGATIVE_INFINITY) >= minLead
  const isWritten = best.faults <= faultsOfText + faultsPerWord * best.words
  const read = isSure && isWritten ? whole(bytes, best.charset) : undefined
  if (!read) throw asked(readings)
  return read
}

/** Whether the label's own reading is not clearly worse than the best one. */
function isPlausible(bytes: Uint8Array, label: string, readings: Reading[]): boolean {
  const own = readings.find(
    ({ charset, text }) => charset === label || decodeBytes(bytes, label)?.startsWith(text.slice(0, 200)),
  )
  return own === undefined ? decodeBytes(bytes, label) !== undefined : readings[0]!.score - own.score < leadOverLabel
}
