import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { chat } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { ledger, say, until, useDispatchers } from '../../testing/use-dispatchers.ts'

const own = useDispatchers()

const megabyte = 1024 * 1024
const atOnce = 8
const bomb = gzipSync(Buffer.alloc(100 * megabyte))

/** Writes for as long as somebody reads. */
function pour(response: ServerResponse, text: string, write = (part: string) => response.write(part)) {
  const more = () => {
    while (!response.destroyed && write(text));
  }
  response.socket!.on('drain', more)
  response.on('drain', more)
  more()
}

/** Bytes on the wire, past Node's own idea of a reply. */
const raw = (response: ServerResponse, head: string, text: string) => {
  const socket = response.socket!
  socket.write(head)
  pour(response, text, (part) => !socket.destroyed && socket.write(part))
}

const replies: Record<string, (response: ServerResponse) => void> = {
  'a body without end': (response) => pour(response, 'x'.repeat(64_000)),
  'a body without end that says it failed': (response) => {
    response.writeHead(500)
    pour(response, 'x'.repeat(64_000))
  },
  'a gzip bomb': (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  'gzip that unpacks to nothing, without end': (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    const empty = gzipSync('')
    pour(response, '', () => response.write(empty))
  },
  'headers without end': (response) => raw(response, 'HTTP/1.1 200 OK\r\n', `x-more: ${'x'.repeat(8_000)}\r\n`),
  'a header without end': (response) => raw(response, 'HTTP/1.1 200 OK\r\nx-long: ', 'x'.repeat(64_000)),
  'informational replies without end': (response) => raw(response, '', 'HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'),
  'a drop at a time': (response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  },
}

it.each(Object.entries(replies))('%s fills no memory, and ends', async (_name, reply) => {
  const hook = await own.subscriber((_received, response) => reply(response))
  const env = { WEBHOOK_TIMEOUT_MS: '500', WEBHOOK_CONCURRENCY: String(atOnce) }
  const dispatcher = await own.start({ env })
  const { id } = await dispatcher.create(hook.url)
  const before = process.memoryUsage()
  let most = 0
  const watch = setInterval(() => {
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    most = Math.max(most, heapUsed - before.heapUsed + arrayBuffers - before.arrayBuffers)
  }, 5)
  for (let i = 0; i < atOnce; i++) await dispatcher.publish(chat.events.messageSent, `cnv_${i}`, say('hello'))
  await until(async () => {
    const attempts = (await ledger(dispatcher, id)).map((delivery) => delivery.attempts.length)
    expect(attempts.filter((count) => count > 0)).toHaveLength(atOnce)
  })
  clearInterval(watch)
  // Subscribers are in this process, too: what they hold back for their readers is in it.
  expect(most).toBeLessThan(100 * megabyte)
  for (const { attempts } of await ledger(dispatcher, id)) {
    expect(attempts[0].reply?.length ?? 0).toBeLessThanOrEqual(1_024)
  }
})
