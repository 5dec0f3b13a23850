import { ServiceError } from '@frontdesk/contracts'
import { damaged, keepParts } from './keep-parts.ts'
import { stripJpeg } from './strip-jpeg.ts'

/** Chunks of a PNG that say something of who made it, where and when (PNG, third edition, 11.3). */
const pngMetadata = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])

function stripPng(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kept = keepParts(bytes.length)
  kept.add(bytes.subarray(0, 8))
  for (let at = 8; ; ) {
    kept.count()
    if (at + 12 > bytes.length) throw damaged()
    const type = view.toString('latin1', at + 4, at + 8)
    const end = at + 12 + view.readUInt32BE(at)
    if (end > bytes.length) throw damaged()
    if (!pngMetadata.has(type)) kept.add(bytes.subarray(at, end))
    if (type === 'IEND') return kept.bytes()
    at = end
  }
}

/** RFC 9649, 2.7: bits of VP8X that say that there are Exif and XMP chunks. */
const webpMetadataFlags = 0b1100

function stripWebp(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = 8 + view.readUInt32LE(4)
  if (end > bytes.length) throw damaged()
  const kept = keepParts(bytes.length)
  kept.add(bytes.subarray(0, 12))
  for (let at = 12; at + 8 <= end; ) {
    kept.count()
    const type = view.toString('latin1', at, at + 4)
    const size = view.readUInt32LE(at + 4)
    const next = at + 8 + size + (size % 2)
    if (at + 8 + size > end) throw damaged()
    if (type === 'VP8X' && size > 0) {
      const header = Buffer.from(bytes.subarray(at, next))
      header[8] = header[8]! & ~webpMetadataFlags
      kept.add(header)
    } else if (type !== 'EXIF' && type !== 'XMP ') kept.add(bytes.subarray(at, Math.min(next, end)))
    at = next
  }
  const clean = kept.bytes()
  clean.writeUInt32LE(clean.length - 8, 4)
  return clean
}

const strippers: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/apng': stripPng,
  'image/webp': stripWebp,
}
/** Pictures that have no metadata of cameras. */
const withoutMetadata = new Set(['image/gif', 'image/bmp', 'image/x-icon', 'image/vnd.microsoft.icon'])

/**
 * A picture without what its camera or program wrote into it (Exif, GPS, XMP, IPTC, comments), its pixels as they were and
 * turned as they were; anything else as it is. Throws `damaged_document`, and `unsupported_media_type` for kinds of pictures
 * that may have metadata that can't be removed here.
 */
export function stripMetadata(contentType: string, bytes: Uint8Array): Uint8Array {
  const strip = strippers[contentType]
  if (strip) return strip(bytes)
  if (!contentType.startsWith('image/') || withoutMetadata.has(contentType)) return bytes
  throw new ServiceError('unsupported_media_type', {
    detail: `Pictures of the type ${contentType} can't be sent, because the place where they were taken can't be removed from them. Send a JPEG, PNG, WebP or GIF.`,
  })
}
