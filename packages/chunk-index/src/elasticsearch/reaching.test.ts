import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@elastic/elasticsearch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkCluster } from './check-cluster.ts'
import { searchAll } from './gather-candidates.ts'
import { reaching } from './reaching.ts'

const json = { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' }
let answer: (response: ServerResponse, request: IncomingMessage) => void
const server = createServer((request, response) => answer(response, request))
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
  [403, 'cluster_block_exception', 'an index or a cluster that is closed for writes'],
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

test.each([
  [503, { code: 'unavailable', retryable: true }],
  [400, { message: 'all shards failed: none' }],
])('a search among several that fails with %i, in a reply of 200', async (status, thrown) => {
  const failed = { status, error: { type: 'all shards failed', reason: 'none' } }
  answer = (response) => say(response, { took: 1, responses: [failed, failed] })
  const searches = [{ index: 'chunks', request: {} }]
  await expect(searchAll(client, searches)).rejects.toMatchObject(thrown)
})

type Said = { status?: string; index?: object; own?: object; isEmpty?: boolean }
/** A cluster as it answers `checkCluster`: a color, the settings of one index, and those of its own. */
const cluster =
  ({ status = 'green', index = {}, own, isEmpty }: Said) =>
  (response: ServerResponse, { url = '' }: IncomingMessage) => {
    if (url.startsWith('/_cluster/health'))
      return status === 'late' ? refuse(408, 'timeout')(response) : say(response, { status })
    if (url.startsWith('/_cluster/settings'))
      return own ? say(response, { persistent: own, transient: {} }) : refuse(403, 'security_exception')(response)
    return say(response, isEmpty ? {} : { 'frontdesk-chunks-a-v1': { settings: index } })
  }
const say = (response: ServerResponse, body: object) => response.writeHead(200, json).end(JSON.stringify(body))

test.each<[string, Said]>([
  ['green', {}],
  ['red, and nothing of ours is in it yet', { status: 'red', isEmpty: true }],
  ['yellow, and its user may not see the cluster', { status: 'yellow', index: { 'index.blocks.write': 'false' } }],
  ['not closed by its own settings', { own: { 'cluster.blocks.read_only': 'false' } }],
])('a cluster is ready when it is %s', async (_, said) => {
  answer = cluster(said)
  await expect(checkCluster(client, 'frontdesk')).resolves.toBeUndefined()
})

test.each<[string, Said, object]>([
  ['one of our shards is on no node', { status: 'red' }, {}],
  ['our indices are not there in time', { status: 'late' }, {}],
  ['an index is closed for writes', { index: { 'index.blocks.write': 'true' } }, { storage: 'read_only' }],
  ['an index is read-only', { index: { 'index.blocks.read_only': 'true' } }, { storage: 'read_only' }],
  ['the cluster is read-only', { own: { 'cluster.blocks.read_only': 'true' } }, { storage: 'read_only' }],
  ['its disk is nearly full', { index: { 'index.blocks.read_only_allow_delete': 'true' } }, { storage: 'disk_full' }],
])('a cluster is not ready when %s', async (_, said, more) => {
  answer = cluster(said)
  await expect(checkCluster(client, 'frontdesk')).rejects.toMatchObject({ code: 'unavailable', ...more })
})
