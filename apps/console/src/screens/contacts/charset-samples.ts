import { decodeUnicode } from '@frontdesk/text-files'

/** What spreadsheets of the last thirty years saved in, most common first. The server knows more by name. */
const charsets = [
  ...['windows-1252', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256'],
  ...['windows-1257', 'windows-874', 'gbk', 'big5', 'shift_jis', 'euc-kr', 'euc-jp', 'koi8-r', 'ibm866', 'macintosh'],
  ...['iso-8859-2', 'iso-8859-5', 'iso-8859-7'],
]
const sampleBytes = 80

/**
 * How the first characters beyond ASCII of a file read in each charset, each reading once; empty for a file in Unicode,
 * which tells its charset itself. Throws `DamagedText` for what is no text.
 */
export function charsetSamples(bytes: Uint8Array): { encoding: string; sample: string }[] {
  if (decodeUnicode(bytes)) return []
  const first = bytes.findIndex((byte) => byte > 127)
  const from = Math.max(bytes.lastIndexOf(10, first) + 1, first - sampleBytes / 2)
  const newline = bytes.indexOf(10, first)
  const line = bytes.subarray(from, Math.min(newline < 0 ? bytes.length : newline, from + sampleBytes))
  const bySample = new Map<string, string>()
  for (const encoding of charsets) {
    const sample = new TextDecoder(encoding).decode(line).trim()
    if (!/[\ufffd\u0080-\u009f]/.test(sample.slice(0, -1)) && !bySample.has(sample)) bySample.set(sample, encoding)
  }
  return [...bySample].map(([sample, encoding]) => ({ encoding, sample }))
}
