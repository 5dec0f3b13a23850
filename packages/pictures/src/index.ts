export { openPreviews, type Previews, previewType } from './open-previews.ts'
export { isWholePicture, pictureSize } from './picture-size.ts'
