import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@elastic/elasticsearch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reaching } from './reaching.ts'

const json = { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' }
let answer: (response: ServerResponse) => void
const server = createServer((_, response) => answer(response))
let client: Client
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = new Client({ node: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, maxRetries: 0 })
})
afterAll(async () => {
  await client.close()
  server.close()
})

const search = () => reaching(() => client.search({ index: 'chunks' }))
const refuse = (status: number, type: string) => (response: ServerResponse) =>
  response.writeHead(status, json).end(JSON.stringify({ error: { type, reason: type }, status }))

test.each([
  [500, 'illegal_index_shard_state_exception', 'shards that are still being recovered'],
  [503, 'no_shard_available_action_exception', 'shards that are on no node'],
  [429, 'es_rejected_execution_exception', 'a full queue'],
])('%i %s, which is %s, is to be tried again', async (status, type) => {
  answer = refuse(status, type)
  await expect(search()).rejects.toMatchObject({ code: 'unavailable', retryable: true })
})

test('a connection that ends without an answer is to be tried again', async () => {
  answer = (response) => response.destroy()
  await expect(search()).rejects.toMatchObject({ code: 'unavailable' })
})

test('a request that the server finds wrong is thrown as it came', async () => {
  answer = refuse(400, 'parsing_exception')
  await expect(search()).rejects.toMatchObject({ name: 'ResponseError', statusCode: 400 })
})
