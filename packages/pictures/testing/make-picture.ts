import { crc32 } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'

export type Made = { width: number; height: number; kind: 'jpeg' | 'png' | 'webp' }

/** A picture whose upper half is red and whose lower half is blue. */
export function makePicture({ width, height, kind }: Made): Uint8Array {
  const canvas = createCanvas(width, height)
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = '#f00'
  drawing.fillRect(0, 0, width, height / 2)
  drawing.fillStyle = '#00f'
  drawing.fillRect(0, height / 2, width, height / 2)
  if (kind === 'png') return new Uint8Array(canvas.toBuffer('image/png'))
  return new Uint8Array(kind === 'jpeg' ? canvas.toBuffer('image/jpeg', 90) : canvas.toBuffer('image/webp', 90))
}

/** The size of a picture and which colour is at a place (shares of its width and height), as a decoder sees it. */
export async function look(bytes: Uint8Array, x = 0.5, y = 0.5) {
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  const { data } = canvas.getContext('2d').getImageData(image.width * x, image.height * y, 1, 1)
  const colour = data[0]! > 200 && data[2]! < 60 ? 'red' : data[2]! > 200 && data[0]! < 60 ? 'blue' : 'other'
  return { width: image.width, height: image.height, colour }
}

/** EXIF data with an orientation (EXIF 2.32, 4.6.4) and a text behind it. */
export function exif(orientation: number, text: string): Uint8Array {
  const head = Buffer.from('4d4d002a000000080001011200030000000100000000' + '00000000', 'hex')
  head.writeUInt16BE(orientation, 18)
  return Buffer.concat([head, Buffer.from(text, 'latin1')])
}

/** The JPEG with an Exif segment. */
export function withJpegExif(jpeg: Uint8Array, data: Uint8Array): Uint8Array {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(0xffe1, 0)
  head.writeUInt16BE(2 + 6 + data.length, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from('Exif\0\0', 'latin1'), data, jpeg.subarray(2)])
}

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(typed.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  typed.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(typed), typed.length + 4)
  return chunk
}

/** The PNG with chunks after its header. */
export const withPngChunks = (png: Uint8Array, chunks: Uint8Array[]): Uint8Array =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])

/** A chunk of a WebP, padded to an even length. */
export function webpChunk(type: string, data: Uint8Array): Uint8Array {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** A WebP in the extended form (RFC 9649, 2.7) with Exif and XMP behind its picture. */
export function withWebpMetadata(
  { width, height }: { width: number; height: number },
  webp: Uint8Array,
  metadata: { exif: Uint8Array; xmp: Uint8Array },
): Uint8Array {
  const picture: Uint8Array[] = []
  const view = Buffer.from(webp)
  for (let at = 12; at < webp.length; ) {
    const end = at + 8 + view.readUInt32LE(at + 4) + (view.readUInt32LE(at + 4) % 2)
    if (['VP8 ', 'VP8L', 'ALPH'].includes(view.toString('latin1', at, at + 4))) picture.push(view.subarray(at, end))
    at = end
  }
  const header = Buffer.alloc(10)
  header[0] = 0b1100
  header.writeUIntLE(width - 1, 4, 3)
  header.writeUIntLE(height - 1, 7, 3)
  const chunks = [
    webpChunk('VP8X', header),
    ...picture,
    webpChunk('EXIF', metadata.exif),
    webpChunk('XMP ', metadata.xmp),
  ]
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  const head = Buffer.from('RIFF0000', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

/** A PNG of few bytes that says that it has so many pixels. */
export function pictureBomb(width: number, height: number): Uint8Array {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 6], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    pngChunk('IHDR', size),
    pngChunk('IDAT', Buffer.alloc(64)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The smallest GIF: one pixel. */
export const gif = new Uint8Array(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'))
