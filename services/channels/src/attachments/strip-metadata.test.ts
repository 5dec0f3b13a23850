import {
  exif,
  look,
  makePicture,
  pngChunk,
  withJpegExif,
  withPngChunks,
  withWebpMetadata,
} from '@frontdesk/pictures/testing'
import { expect, it } from 'vitest'
import { stripMetadata } from './strip-metadata.ts'

const place = 'taken at 59.33, 18.06'
const text = (keyword: string) => Buffer.from(`${keyword}\0${place}`, 'latin1')
const size = { width: 64, height: 32 }
const has = (bytes: Uint8Array, words: string) => Buffer.from(bytes).includes(words)

it('a PNG loses every chunk that tells of its maker, and shows the same', async () => {
  const png = makePicture({ ...size, kind: 'png' })
  const chunks = [
    pngChunk('eXIf', exif(1, place)),
    pngChunk('tEXt', text('Comment')),
    pngChunk('zTXt', text('Comment')),
    pngChunk('iTXt', text('XML:com.adobe.xmp')),
    pngChunk('tIME', Buffer.from([7, 0xea, 1, 2, 3, 4, 5])),
  ]
  const full = withPngChunks(png, chunks)
  expect(has(full, place) && has(full, 'tIME')).toBe(true)
  expect(Buffer.from(stripMetadata('image/png', full)).equals(png)).toBe(true)
  // What colours mean stays.
  const gamma = withPngChunks(png, [pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))])
  expect(has(stripMetadata('image/png', gamma), 'gAMA')).toBe(true)
})

it('a WebP loses Exif and XMP and no longer says that it has them, and shows the same', async () => {
  const webp = makePicture({ ...size, kind: 'webp' })
  const full = withWebpMetadata(size, webp, { exif: exif(1, place), xmp: Buffer.from(`<x>${place}</x>`) })
  expect(has(full, place)).toBe(true)
  expect(await look(full, 0.5, 0.1)).toEqual({ ...size, colour: 'red' })
  const clean = Buffer.from(stripMetadata('image/webp', full))
  for (const words of [place, 'EXIF', 'XMP ']) expect(has(clean, words)).toBe(false)
  expect(clean.readUInt32LE(4)).toBe(clean.length - 8)
  expect(clean[20]! & 0b1100).toBe(0)
  expect(await look(clean, 0.5, 0.1)).toEqual({ ...size, colour: 'red' })
  expect(await look(clean, 0.5, 0.9)).toMatchObject({ colour: 'blue' })
})

it('a JPEG loses its Exif but for how it is to be turned', async () => {
  const jpeg = withJpegExif(makePicture({ ...size, kind: 'jpeg' }), exif(6, place))
  const clean = stripMetadata('image/jpeg', jpeg)
  expect(has(clean, place)).toBe(false)
  expect(await look(clean, 0.9, 0.5)).toEqual({ width: 32, height: 64, colour: 'red' })
})

it('pictures of millions of parts are damaged, and are not held part by part', () => {
  const parts = 2_000_000
  const repeated = (part: Uint8Array) => Buffer.alloc(parts * part.length, part)
  const insertAt = (picture: Uint8Array, at: number, part: Uint8Array) =>
    Buffer.concat([picture.subarray(0, at), repeated(part), picture.subarray(at)])
  const crafted = {
    // The shortest segment that is kept: a table without entries.
    jpeg: insertAt(makePicture({ ...size, kind: 'jpeg' }), 2, Buffer.from([0xff, 0xdb, 0, 2])),
    png: insertAt(makePicture({ ...size, kind: 'png' }), 33, pngChunk('prVt', Buffer.alloc(0))),
    webp: insertAt(makePicture({ ...size, kind: 'webp' }), 12, Buffer.from('prVt\0\0\0\0', 'latin1')),
  }
  crafted.webp.writeUInt32LE(crafted.webp.length - 8, 4)
  for (const [kind, picture] of Object.entries(crafted)) {
    expect(() => stripMetadata(`image/${kind}`, picture), kind).toThrow(
      expect.objectContaining({ code: 'damaged_document' }),
    )
  }
  // As many as the largest picture of a program has.
  const table = Buffer.from([0xff, 0xdb, 0, 2])
  const jpeg = makePicture({ ...size, kind: 'jpeg' })
  const many = Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(10_000 * 4, table), jpeg.subarray(2)])
  expect(stripMetadata('image/jpeg', many)).toHaveLength(many.length)
})

it('pictures whose chunks go beyond their end are damaged', () => {
  for (const kind of ['png', 'webp', 'jpeg'] as const) {
    const cut = makePicture({ ...size, kind }).subarray(0, -9)
    expect(() => stripMetadata(`image/${kind}`, cut), kind).toThrow(
      expect.objectContaining({ code: 'damaged_document' }),
    )
  }
})
