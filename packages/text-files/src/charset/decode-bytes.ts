import { createRequire } from 'node:module'
import type * as Iconv from 'iconv-lite'

const require = createRequire(import.meta.url)
let iconv: typeof Iconv | undefined

/** Code pages of DOS, which https://encoding.spec.whatwg.org leaves out, by what people call them. */
const ofDos: Record<string, string> = {
  cp850: 'cp850',
  ibm850: 'cp850',
  cp858: 'cp858',
  cp852: 'cp852',
  cp437: 'cp437',
}

const decoderOf = (label: string): InstanceType<typeof TextDecoder> | undefined => {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    return undefined // a charset that nobody here knows
  }
}

/** The name of a charset by one of its labels, in lower case; undefined when it is not known. */
export function charsetOf(label: string): string | undefined {
  const wanted = label.trim().toLowerCase()
  return Object.hasOwn(ofDos, wanted) ? ofDos[wanted] : decoderOf(wanted)?.encoding
}

/** The text of bytes in a charset; undefined when they can't be in it. */
export function decodeBytes(bytes: Uint8Array, charset: string): string | undefined {
  if (Object.hasOwn(ofDos, charset)) {
    iconv ??= require('iconv-lite') as typeof Iconv
    return iconv.decode(bytes, charset)
  }
  try {
    return decoderOf(charset)?.decode(bytes)
  } catch {
    return undefined // they are not in that charset
  }
}
