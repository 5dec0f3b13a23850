import { gunzipSync } from 'node:zlib'
import { Parser } from 'htmlparser2'

/** Of a sitemap, unpacked (https://www.sitemaps.org/protocol.html allows 50 MB; what we fetch at most has 20). */
const maxBytes = 50 * 1024 * 1024
/** More than a frontier holds. */
const maxLocations = 5_000

/** The addresses in a sitemap: pages, or the sitemaps of an index. */
export type Sitemap = { kind: 'pages' | 'index'; locations: string[] }

const gzipMagic = [0x1f, 0x8b]

function unpack(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== gzipMagic[0] || bytes[1] !== gzipMagic[1]) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes })
  } catch {
    // Damaged, or a bomb: not a sitemap that could be read.
    return undefined
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/** Decodes UTF-8, and UTF-16 by its byte order mark. */
function decode(bytes: Uint8Array): string {
  const label = bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : bytes[0] === 0xff ? 'utf-16le' : 'utf-8'
  return new TextDecoder(label).decode(bytes)
}

/** Reads a sitemap or an index of them, gzipped or not; undefined for anything else. */
export function readSitemap(bytes: Uint8Array): Sitemap | undefined {
  const unpacked = unpack(bytes)
  if (!unpacked || !/<(?:[\w-]+:)?(?:urlset|sitemapindex)[\s>]/i.test(decode(unpacked.subarray(0, 4_096))))
    return undefined
  let kind: Sitemap['kind'] | undefined
  const locations: string[] = []
  const open: string[] = []
  let location: string | undefined
  const parser = new Parser(
    {
      onopentagname(written) {
        const name = localName(written)
        if (open.length === 0) kind ??= name === 'urlset' ? 'pages' : name === 'sitemapindex' ? 'index' : undefined
        // Images and videos of a page have a `loc` too, further inside.
        if (name === 'loc' && !written.startsWith('image:') && open.length === 2) location = ''
        open.push(name)
      },
      ontext(text) {
        if (location !== undefined) location += text
      },
      onclosetag(_, isImplied) {
        if (open.pop() !== 'loc' || location === undefined) return
        // One that nobody closed was cut off, and so, perhaps, was the address in it.
        if (!isImplied && locations.length < maxLocations && location.trim() !== '') locations.push(location.trim())
        location = undefined
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(decode(unpacked))
  return kind && { kind, locations }
}
