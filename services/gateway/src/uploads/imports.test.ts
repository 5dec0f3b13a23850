import type { BodyOf, ingest as ingestContracts } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it } from 'vitest'
import { bootstrapKey } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'

let started: BodyOf<typeof ingestContracts.queries.importStart>[]

/** Takes imports for the test. */
const ingest = standIn({
  name: 'ingest',
  handlers: {
    ingest: {
      async importStart(body) {
        started.push(body)
        return { jobId: `job_${body.operationId}` }
      },
    },
  },
})

const gateway = useGateway(
  () => {
    started = []
    return { services: [ingest], env: { IMPORT_MAX_MB: '3' } }
  },
  { listens: true },
)

const send = async (body: string | FormData | ReadableStream, headers: Record<string, string> = {}) => {
  const isForm = body instanceof FormData
  const reply = await fetch(`${gateway.baseUrl()}/api/knowledge/import`, {
    method: 'POST',
    body,
    headers: { 'x-api-key': bootstrapKey, ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as any }
}
const blobIds = async () => (await Array.fromAsync(gateway.ports.blobs.list('default'))).map(({ id }) => id)
const manifest = (megabytes: number) => JSON.stringify({ format: 'x', sources: ['y'.repeat(megabytes * 1024 * 1024)] })

it('a body larger than JSON bodies may be is stored as it comes, unread', async () => {
  const body = ` \n${manifest(2)}`
  expect(await send(body)).toMatchObject({ status: 202, body: { jobId: expect.any(String) } })
  expect(started).toMatchObject([{ form: 'json', name: 'manifest.json' }])
  const stored = await gateway.ports.blobs.read('default', started[0]!.blobId)
  expect(Buffer.from(stored).toString() === body).toBe(true)
})

it('the same key and body is one import; another body is refused, and leaves nothing', async () => {
  const key = { 'idempotency-key': 'one' }
  const first = await send(manifest(1), key)
  const second = await send(manifest(1), key)
  expect(second).toMatchObject({ status: 202, body: first.body })
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect((await send('{"format":"other"}', key)).status).toBe(422)
  expect(started).toHaveLength(1)
  expect(await blobIds()).toEqual([started[0]!.blobId])
})

it.each([
  ['too large, and says so', () => manifest(4), 413, 'payload_too_large'],
  ['too large, and says nothing', () => new Blob([manifest(4)]).stream(), 413, 'payload_too_large'],
  ['no object', () => '[]', 400, 'malformed_request'],
  ['empty', () => ' ', 400, 'malformed_request'],
])('a body that is %s is refused and leaves nothing', async (_, body, status, code) => {
  expect(await send(body())).toMatchObject({ status, body: { code } })
  expect(await blobIds()).toEqual([])
  expect(started).toEqual([])
})

it('a ZIP comes as a form, and nothing else does', async () => {
  const form = (name: string) => {
    const data = new FormData()
    data.set('file', new Blob(['PK']), name)
    return data
  }
  expect((await send(form('knowledge.ZIP'))).status).toBe(202)
  expect(started).toMatchObject([{ form: 'zip', name: 'knowledge.ZIP' }])
  expect(await send(form('knowledge.pdf'))).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
})
