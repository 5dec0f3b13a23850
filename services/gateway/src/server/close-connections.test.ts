import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { watchConnections } from './close-connections.ts'

test('a connection without a request ends when the server closes, one with a request in hand after its answer', async () => {
  let answer = () => {}
  const server = createServer((_, response) => {
    answer = () => response.end('done')
  })
  const closeConnections = watchConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const unused = connect(port, '127.0.0.1')
  await once(server, 'connection')
  const busy = fetch(`http://127.0.0.1:${port}/`)
  await once(server, 'request')

  const closed = once(server, 'close')
  server.close()
  closeConnections()
  await once(unused, 'close')
  answer()
  expect(await (await busy).text()).toBe('done')
  await closed
})
