import { randomFillSync } from 'node:crypto'

/** Asking the kernel costs microseconds each time, so random bytes are fetched by the page. */
const pool = Buffer.allocUnsafe(8_192)
let used = pool.length

/** As many random bytes as asked for (up to a page), in hex. Cheap enough for several ids a request. */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const start = used
  used += bytes
  return pool.toString('hex', start, used)
}
