import { afterEach, expect, test, vi } from 'vitest'
import { withLock } from './with-lock.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A browser that ends a page's locks in the middle of their work, as Firefox does when the page goes. */
const endingLocks = (begins: boolean) => ({
  async request(_name: string, _options: object, begin: () => Promise<unknown>) {
    if (begins) void begin().catch(() => {})
    throw new DOMException('The operation was aborted.', 'AbortError')
  },
})

test.each([true, false])('what the work came to counts, not what became of the lock (begun: %s)', async (begins) => {
  vi.stubGlobal('navigator', { locks: endingLocks(begins) })
  let times = 0
  const work = async () => ++times
  await expect(withLock('a lock', work)).resolves.toBe(1)
  const fails = () => Promise.reject(new Error('a fault of the work'))
  await expect(withLock('a lock', fails)).rejects.toThrow('a fault of the work')
})
