import { damaged, keepParts } from './keep-parts.ts'

const [startOfImage, endOfImage, startOfScan, jfif, app1] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1]
/** Without a length: TEM and the restarts (ITU-T T.81, table B.1). */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
/** JFIF, the colour profile and Adobe's colours say how pixels are shown. The other APPn, and comments, say who made them. */
const isMetadata = (marker: number): boolean =>
  marker === 0xfe || (marker >= app1 && marker <= 0xef && marker !== 0xe2 && marker !== 0xee)
/** Of APP2 the colour profile alone: it also holds pictures within pictures, with metadata of their own. */
const isForeignApp2 = (view: Buffer, at: number): boolean =>
  view[at + 1] === 0xe2 && view.toString('latin1', at + 4, at + 15) !== 'ICC_PROFILE'

/** The orientation in an Exif segment, tag 0x0112 of its first directory (EXIF 2.32, 4.6.4); 1 when it says none. */
function orientationIn(segment: Buffer): number {
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0' || segment.length < 18) return 1
  const tiff = segment.subarray(10)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const [short, long] = isLittle
    ? [(at: number) => tiff.readUInt16LE(at), (at: number) => tiff.readUInt32LE(at)]
    : [(at: number) => tiff.readUInt16BE(at), (at: number) => tiff.readUInt32BE(at)]
  const directory = long(4)
  if (directory + 2 > tiff.length) return 1
  for (let i = 0; i < short(directory); i++) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > tiff.length) return 1
    if (short(entry) === 0x0112) return short(entry + 8)
  }
  return 1
}

/** An Exif segment that says nothing but the orientation. */
const exifOf = (orientation: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, app1, 0, 34]),
    Buffer.from('Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01', 'latin1'),
    Buffer.from([0, orientation, 0, 0, 0, 0, 0, 0]),
  ])

/** Where the next marker stands; data of a scan has 0xFF only before 0x00 and restarts. */
function nextMarker(view: Buffer, from: number): number {
  for (let at = view.indexOf(0xff, from); at >= 0 && at + 1 < view.length; at = view.indexOf(0xff, at + 1)) {
    const after = view[at + 1]!
    if (after !== 0 && after !== 0xff && !isAlone(after)) return at
  }
  throw damaged()
}

/**
 * A JPEG without metadata but its orientation and colours. It ends where the picture ends: what phones put behind it (films,
 * depths, the same picture once more) is left out.
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view[1] !== startOfImage) throw damaged()
  const kept = keepParts(view.length + exifOf(1).length)
  kept.add(view.subarray(0, 2))
  // JFIF has to be the first segment, and Exif follows it.
  let exifAt = 2
  let orientation = 1
  for (let at = 2; ; ) {
    kept.count()
    // Any marker may have more of 0xFF before it.
    while (view[at] === 0xff && view[at + 1] === 0xff) at++
    const marker = view[at + 1]
    if (view[at] !== 0xff || marker === undefined) throw damaged()
    if (marker === endOfImage) break
    if (isAlone(marker)) {
      at += 2
      continue
    }
    if (at + 4 > view.length) throw damaged()
    const end = at + 2 + view.readUInt16BE(at + 2)
    if (end > view.length || end < at + 4) throw damaged()
    const segment = view.subarray(at, end)
    if (marker === app1) orientation = Math.max(orientation, orientationIn(segment))
    if (!isMetadata(marker) && !isForeignApp2(view, at)) {
      const isFirst = kept.length() === 2
      kept.add(segment)
      if (isFirst && marker === jfif) exifAt = kept.length()
    }
    at = end
    if (marker === startOfScan) {
      const next = nextMarker(view, end)
      kept.add(view.subarray(end, next))
      at = next
    }
  }
  if (orientation > 1 && orientation <= 8) kept.insert(exifOf(orientation), exifAt)
  kept.add(Buffer.from([0xff, endOfImage]))
  return kept.bytes()
}
