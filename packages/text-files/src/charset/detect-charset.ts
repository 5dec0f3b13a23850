import { createRequire } from 'node:module'
import type * as Jschardet from 'jschardet'
import { charsetOf, decodeBytes } from './decode-bytes.ts'
import { judgeText } from './judge-text.ts'

const require = createRequire(import.meta.url)
// Its models take 100 ms and some megabytes, so they come with the first text that is neither UTF-8 nor UTF-16.
let jschardet: typeof Jschardet | undefined

/** The charsets that people's files are in, with how much less likely one is than the most common ones (a logarithm). */
const charsets: Record<string, number> = {
  'windows-1252': -1,
  'windows-1250': 0,
  'windows-1251': 0,
  'windows-1253': 0,
  'windows-1254': 0.5,
  'windows-1255': 0,
  'windows-1256': 0,
  'windows-1257': 0.5,
  'windows-874': 0.5,
  gbk: 0,
  big5: 0.5,
  shift_jis: 0,
  'euc-kr': 0,
  'euc-jp': 0.5,
  'iso-8859-15': 0.5,
  'iso-8859-2': 0.5,
  'iso-8859-5': 0.5,
  'iso-8859-7': 0.5,
  'koi8-r': 0.5,
  'koi8-u': 0.5,
  ibm866: 0.5,
  macintosh: 1,
  'x-mac-cyrillic': 1,
  cp850: 1,
  cp852: 1,
}
/** What the detector's own confidence counts for: a share of the best one's, as a logarithm. */
const weightOfDetector = 12
/** What counts for a charset that the detector did not name at all. */
const unnamed = 0.45
/** Bytes of lines that have characters beyond ASCII, and of all lines, that are looked at. */
const sampleBytes = 4_096
/** Of lines in ASCII, whose words tell the language that the others are in. */
const asciiBytes = 400

export type Reading = { charset: string; text: string; score: number; faults: number; words: number }

/** The lines of a file that tell its charset, and some others. A line end is one byte in every charset that is looked for. */
function tellingLines(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = []
  let size = 0
  let ascii = 0
  for (let at = 0; at < bytes.length && size < sampleBytes; ) {
    const found = bytes.indexOf(10, at)
    const end = found < 0 ? bytes.length : found + 1
    let telling = -1
    for (let i = at; i < end && telling < 0; i++) if (bytes[i]! > 127) telling = i
    if (telling >= 0) {
      // Of a line that is a whole document, the part around what tells.
      const from = end - at > sampleBytes ? Math.max(at, telling - 200) : at
      const part = bytes.subarray(from, Math.min(end, from + sampleBytes))
      kept.push(part)
      size += part.length
    } else if (ascii < asciiBytes) {
      const part = bytes.subarray(at, Math.min(end, at + asciiBytes))
      kept.push(part)
      ascii += part.length
    }
    at = end
  }
  return Buffer.concat(kept)
}

const beyondAscii = /(?:[^\0-\u007f][\s\S]*?){4}/u

/** Multi-byte text that was cut out may end in half of a character. */
function decodeSample(sample: Uint8Array, charset: string): string | undefined {
  for (let cut = 0; cut < 3; cut++) {
    const text = decodeBytes(sample.subarray(0, sample.length - cut), charset)
    if (text !== undefined) return cut > 0 && !beyondAscii.test(text) ? undefined : text
    if ((sample.at(-1 - cut) ?? 0) < 128) return undefined
  }
  return undefined
}

/**
 * The readings of bytes that are no Unicode, each text once, the likeliest first: by the detector's models of how often
 * pairs of bytes stand in each language, and by what the text then looks like.
 */
export function readingsOf(bytes: Uint8Array): Reading[] {
  const sample = tellingLines(bytes)
  jschardet ??= require('jschardet') as typeof Jschardet
  const named = new Map<string, number>()
  for (const { encoding, confidence } of jschardet.detectAll(sample)) {
    const charset = encoding === null ? undefined : nameOf(encoding)
    if (charset !== undefined) named.set(charset, Math.max(named.get(charset) ?? 0, confidence))
  }
  const highest = Math.max(...named.values(), 1e-6)
  const byText = new Map<string, Reading & { prior: number }>()
  for (const [charset, rarity] of Object.entries(charsets)) {
    const text = decodeSample(sample, charset)
    if (text === undefined) continue
    const known = byText.get(text)
    const share = Math.max((named.get(charset) ?? 0) / highest, unnamed)
    const prior = weightOfDetector * Math.log(share) - rarity
    if (known === undefined) {
      const judged = judgeText(text)
      if (judged.score > Number.NEGATIVE_INFINITY)
        byText.set(text, { charset, text, ...judged, score: judged.score + prior, prior })
    } else {
      // The first in the list is the most common one.
      const score = known.score - known.prior + prior
      if (prior > known.prior) byText.set(text, { ...known, score, prior })
    }
  }
  return [...byText.values()].sort((a, b) => b.score - a.score)
}

const nameOf = (encoding: string): string | undefined => {
  const name = {
    macroman: 'macintosh',
    'iso-8859-9': 'windows-1254',
    cp932: 'shift_jis',
    cp949: 'euc-kr',
    gb18030: 'gbk',
  }[encoding.toLowerCase()]
  const charset =
    name ?? charsetOf(encoding.replace(/^iso(\d)/i, 'iso-$1')) ?? charsetOf(encoding.replace(/^cp/i, 'ibm'))
  return charset === 'gb18030' ? 'gbk' : charset
}
