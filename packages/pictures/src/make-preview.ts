import { ServiceError } from '@frontdesk/contracts'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { previewLimits } from './open-previews.ts'
import { isWholePicture, pictureSize } from './picture-size.ts'

const damaged = (cause?: unknown) =>
  new ServiceError('damaged_document', { detail: 'The picture is damaged or incomplete.', cause })

/**
 * A picture as WebP that is at most `sidePixels` wide and high, turned as it is to be shown and never enlarged. What has too
 * many pixels is refused before it is decoded. Throws `unsupported_media_type`, `damaged_document`, `document_too_complex`.
 */
export async function makePreview(bytes: Uint8Array): Promise<Uint8Array> {
  const { pixels, sidePixels, quality } = previewLimits
  const size = pictureSize(bytes)
  if (!size) {
    throw new ServiceError('unsupported_media_type', { detail: 'Only JPEG, PNG, WebP and GIF have previews.' })
  }
  if (size.width * size.height > pixels) {
    throw new ServiceError('document_too_complex', {
      detail: `The picture has ${size.width} × ${size.height} pixels; the limit is ${pixels} in total.`,
    })
  }
  if (!isWholePicture(bytes)) throw damaged()
  const image = await loadImage(bytes).catch((cause: unknown) => {
    throw damaged(cause)
  })
  // The decoder has turned it as its EXIF data says.
  const scale = Math.min(1, sidePixels / Math.max(image.width, image.height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  const canvas = createCanvas(scaled(image.width), scaled(image.height))
  const drawing = canvas.getContext('2d')
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Uint8Array(canvas.toBuffer('image/webp', quality))
}
