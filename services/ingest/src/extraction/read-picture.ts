import { ServiceError } from '@frontdesk/contracts'
import { isWholePicture, pictureSize } from '@frontdesk/pictures'
import type { Reading } from './document.ts'
import type { Word } from './ocr/ocr.ts'
import { layOutPages } from './pdf/lay-out-pages.ts'
import { segmentsOf } from './pdf/lines.ts'

/**
 * Reads a picture: a page whose words are `recognised`, and which is `unread` until they are. Throws `damaged_document`,
 * and `document_too_complex` above `picturePixels`, before anything is decoded.
 */
export function readPicture(
  bytes: Uint8Array,
  { picturePixels }: { picturePixels: number },
  recognised?: ReadonlyMap<number, Word[]>,
): Reading {
  const size = pictureSize(bytes)
  if (!size || !isWholePicture(bytes))
    throw new ServiceError('damaged_document', { detail: 'The picture is damaged or incomplete.' })
  if (size.width * size.height > picturePixels) {
    throw new ServiceError('document_too_complex', {
      detail: `The picture has ${size.width} × ${size.height} pixels; the limit is ${picturePixels} in total.`,
    })
  }
  const words = recognised?.get(1)
  if (!words) return { pieces: [], pages: 1, unread: [1] }
  const height = size.turns % 2 === 1 ? size.width : size.height
  return { pieces: layOutPages([segmentsOf(words, height)]), pages: 1 }
}
