import { afterAll, beforeAll, expect, it } from 'vitest'
import { exif, gif, look, makePicture, pictureBomb, withJpegExif } from '../testing/make-picture.ts'
import { openPreviews, type Previews } from './open-previews.ts'

let previews: Previews
beforeAll(() => {
  previews = openPreviews()
})
afterAll(() => previews.close())

const { signal } = new AbortController()
const make = (bytes: Uint8Array) => previews.make(async () => bytes, { signal })

it('a large picture becomes one of 640 pixels at most, a small one keeps its size', async () => {
  for (const kind of ['jpeg', 'png', 'webp'] as const) {
    const small = await make(makePicture({ width: 2_000, height: 1_000, kind }))
    expect(Buffer.from(small.subarray(8, 12)).toString('latin1')).toBe('WEBP')
    expect(await look(small, 0.5, 0.1)).toEqual({ width: 640, height: 320, colour: 'red' })
    expect(await look(small, 0.5, 0.9)).toMatchObject({ colour: 'blue' })
  }
  expect(await look(await make(makePicture({ width: 300, height: 900, kind: 'jpeg' })))).toMatchObject({
    width: 213,
    height: 640,
  })
  expect(await look(await make(makePicture({ width: 40, height: 30, kind: 'png' })))).toMatchObject({
    width: 40,
    height: 30,
  })
  expect(await look(await make(gif))).toMatchObject({ width: 1, height: 1 })
})

it('it is turned as the camera held it, and says nothing of the camera', async () => {
  const lying = makePicture({ width: 1_000, height: 500, kind: 'jpeg' })
  // 6: to be turned by a quarter, clockwise, so that what is above comes to the right.
  const small = await make(withJpegExif(lying, exif(6, 'taken at 59.33, 18.06')))
  expect(await look(small, 0.9, 0.5)).toEqual({ width: 320, height: 640, colour: 'red' })
  expect(await look(small, 0.1, 0.5)).toMatchObject({ colour: 'blue' })
  expect(Buffer.from(small).includes('taken at')).toBe(false)
  const onHead = await make(withJpegExif(lying, exif(3, '')))
  expect(await look(onHead, 0.5, 0.1)).toEqual({ width: 640, height: 320, colour: 'blue' })
})

it('a few bytes that would be many pixels are refused before they are decoded, also in a GIF whose frame is larger', async () => {
  const refusal = { code: 'document_too_complex', message: expect.stringContaining('30000 × 30000') }
  await expect(make(pictureBomb(30_000, 30_000))).rejects.toMatchObject(refusal)
  const bomb = Buffer.from(gif)
  const frame = bomb.indexOf(0x2c)
  bomb.writeUInt16LE(30_000, frame + 5)
  bomb.writeUInt16LE(30_000, frame + 7)
  await expect(make(bomb)).rejects.toMatchObject(refusal)
})

it('what is not a picture and what is half of one are refused; the next picture is made', async () => {
  const code = (bytes: Uint8Array) => make(bytes).catch(({ code }) => code)
  const whole = makePicture({ width: 200, height: 100, kind: 'jpeg' })
  expect(await code(Buffer.from('%PDF-1.7\n'))).toBe('unsupported_media_type')
  expect(await code(Buffer.alloc(0))).toBe('unsupported_media_type')
  expect(await code(whole.subarray(0, -30))).toBe('damaged_document')
  expect(await look(await make(whole))).toMatchObject({ width: 200 })
})

it('while a picture is decoded, the event loop goes on', async () => {
  const large = makePicture({ width: 3_000, height: 3_000, kind: 'png' })
  let [turns, isOver] = [0, false]
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await make(large)
  isOver = true
  // On this thread it would be one long turn, with a few before and after it.
  expect(turns).toBeGreaterThan(20)
})
