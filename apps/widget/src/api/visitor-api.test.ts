import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeVisitorApi } from './visitor-api.ts'

/** A gateway that answers as told. */
async function startGateway(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer!).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a connection that breaks within a reply is an error that can be tried again, like one that never was', async () => {
  const base = await startGateway((_, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    reply.write('{"items":[')
    setTimeout(() => reply.destroy(), 20)
  })
  const broken = { name: 'Error', status: 0, code: 'broken', isTemporary: true }
  await expect(makeVisitorApi(base).json('conversations')).rejects.toMatchObject(broken)
})
