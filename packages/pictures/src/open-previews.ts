import { openThreadPool } from '@frontdesk/threads'

const megabyte = 1024 * 1024

/** The type of every preview. */
export const previewType = 'image/webp'

/** A decoded picture takes 4 bytes a pixel: 40 million are 160 MB. A photo of 24 million is made small in about 0.3 s. */
export const previewLimits = { pixels: 40_000_000, sidePixels: 640, quality: 80 }

export type Previews = {
  /**
   * A picture (JPEG, PNG, WebP or GIF) made small enough for `sidePixels`. `read` is called when it is its turn: one picture at
   * a time is in memory. Throws `unsupported_media_type`, `damaged_document`, `document_too_complex` for one with too many
   * pixels, and `interrupted`.
   */
  make(read: () => Promise<Uint8Array>, options: { signal: AbortSignal }): Promise<Uint8Array>
  close(): Promise<void>
}

/** A thread that makes previews, started when the first one is asked for. */
export function openPreviews(): Previews {
  const pool = openThreadPool<Uint8Array, Uint8Array>({
    entry: new URL('./preview-worker.ts', import.meta.url),
    size: 1,
    limits: { timeMs: 20_000, heapBytes: 64 * megabyte, bufferBytes: 384 * megabyte },
    workerData: undefined,
  })
  return {
    make: (read, options) =>
      pool.run(async () => {
        // Memory of its own, which can be moved.
        const task = new Uint8Array(await read())
        return { task, move: [task.buffer] }
      }, options),
    close: () => pool.close(),
  }
}
