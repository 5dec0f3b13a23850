/** Korean and Chinese encodings of seven bits, which neither the web's decoders nor iconv-lite know. */
const plainCharsets: Record<string, string> = {
  'iso-2022-kr': 'euc-kr',
  csiso2022kr: 'euc-kr',
  'hz-gb-2312': 'gb2312',
  hz: 'gb2312',
}

/**
 * Text in ISO-2022-KR (RFC 1557) or HZ (RFC 1843) as the same text in EUC-KR or GB 2312, which decoders know; undefined for other
 * charsets.
 */
export function readShifted(bytes: Uint8Array, label: string): { bytes: Buffer; charset: string } | undefined {
  const charset = plainCharsets[label.toLowerCase()]
  if (charset === undefined) return undefined
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const plain = charset === 'euc-kr' ? plainKorean(text) : plainChinese(text)
  return { bytes: Buffer.from(plain, 'latin1'), charset }
}

/** Each line begins unshifted. */
function plainKorean(text: string): string {
  const [before = '', ...runs] = text.replaceAll('\x1b$)C', '').split('\x0e')
  const shifted = runs.map((run) => {
    const ends = ['\r', '\n', '\x0f'].map((end) => run.indexOf(end)).filter((at) => at >= 0)
    const stop = Math.min(run.length, ...ends)
    return shiftUp(run.slice(0, stop)) + run.slice(run[stop] === '\x0f' ? stop + 1 : stop)
  })
  return before + shifted.join('')
}

const plainChinese = (text: string): string =>
  text.replaceAll(/~\{([!-~]*?)(?:~\}|(?![!-~]))|~(~)|~\r?\n/g, (_, pairs = '', tilde = '') =>
    pairs === '' ? tilde : shiftUp(pairs),
  )

/** The same characters with their eighth bit, which stands for the shift. Blanks between them are blanks. */
const shiftUp = (pairs: string): string =>
  pairs.replaceAll(/[!-~]/g, (octet) => String.fromCharCode(octet.charCodeAt(0) | 0x80))
