import { afterEach, expect, test, vi } from 'vitest'
import { makeVisitorApi } from './visitor-api.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a connection that breaks within a reply is an error that can be tried again, like one that never was', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"items":['))
      controller.error(new DOMException('The operation was aborted.', 'AbortError'))
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body))
  const broken = { name: 'Error', status: 0, code: 'broken', isTemporary: true }
  await expect(makeVisitorApi('http://127.0.0.1').json('conversations')).rejects.toMatchObject(broken)
})
