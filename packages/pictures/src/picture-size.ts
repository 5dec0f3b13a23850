/** Width and height in pixels; `turns` are the quarter turns, clockwise, by which it is to be shown (JPEG's EXIF). */
export type PictureSize = { width: number; height: number; turns: number }

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)))

/** Quarter turns of EXIF's orientations; the mirrored ones, which no camera writes, are shown as they are. */
const turnsOfOrientation: Record<number, number> = { 3: 2, 6: 1, 8: 3 }

/** The orientation in an EXIF segment: tag 0x0112 of its first directory (EXIF 2.32, 4.6.4). */
function exifTurns(bytes: Uint8Array, start: number, end: number): number {
  if (ascii(bytes, start, start + 4) !== 'Exif') return 0
  const tiff = start + 6
  if (tiff + 8 > end) return 0
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, little)
  if (directory + 2 > end) return 0
  const entries = view.getUint16(directory, little)
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > end) return 0
    if (view.getUint16(entry, little) === 0x0112) return turnsOfOrientation[view.getUint16(entry + 8, little)] ?? 0
  }
  return 0
}

/** Frame headers (ITU-T T.81, table B.1): SOF0 to SOF15 but for DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function jpegSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let turns = 0
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at++
      continue
    }
    const length = view.getUint16(at + 2)
    if (length < 2) return undefined
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), turns }
    if (marker === 0xe1) turns ||= exifTurns(bytes, at + 4, Math.min(bytes.length, at + 2 + length))
    at += 2 + length
  }
  return undefined
}

function pngSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.length < 24 || ascii(bytes, 12, 16) !== 'IHDR') return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20), turns: 0 }
}

/** RFC 9649, 2.5 to 2.7: the three kinds of first chunk. */
function webpSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.length < 30) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = ascii(bytes, 12, 16)
  if (kind === 'VP8X') {
    const size = (at: number) => 1 + view.getUint16(at, true) + bytes[at + 2]! * 65_536
    return { width: size(24), height: size(27), turns: 0 }
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff), turns: 0 }
  }
  if (kind !== 'VP8 ') return undefined
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff, turns: 0 }
}

/** The size of a GIF (GIF89a, 18 to 20): its screen, or its first frame where that goes beyond the screen. */
function gifSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.length < 13) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  const flags = bytes[10]!
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  while (bytes[at] === 0x21) {
    at += 2
    while (at < bytes.length && bytes[at]! > 0) at += 1 + bytes[at]!
    at++
  }
  if (bytes[at] !== 0x2c || at + 9 > bytes.length) return undefined
  const end = (offset: number) => view.getUint16(at + offset, true) + view.getUint16(at + offset + 4, true)
  return { width: Math.max(screen.width, end(1)), height: Math.max(screen.height, end(3)), turns: 0 }
}

const sizeOf = (bytes: Uint8Array): PictureSize | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(bytes)
  if (ascii(bytes, 1, 4) === 'PNG') return pngSize(bytes)
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return webpSize(bytes)
  return ascii(bytes, 0, 4) === 'GIF8' ? gifSize(bytes) : undefined
}

/** The size in the header of a PNG, JPEG, WebP or GIF, without decoding it. Undefined for other or damaged files. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const size = sizeOf(bytes)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

/** How far back the end of a picture may stand: some programs put notes of their own behind it. */
const tailBytes = 65_536

/** Whether a picture's end is there. Decoders show what there is of one that was cut off, and say nothing. */
export function isWholePicture(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-tailBytes)
  if (bytes[0] === 0xff) return tail.includes(Buffer.from([0xff, 0xd9]))
  if (bytes[0] === 0x89) return tail.includes('IEND')
  if (bytes[0] === 0x47) return tail.includes(0x3b)
  return tail.length > 8 && Buffer.from(bytes.subarray(4, 8)).readUInt32LE() + 8 <= bytes.length
}
