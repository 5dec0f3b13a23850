import { platformTenant, serviceNames } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { standIn } from '@frontdesk/service/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { adminToken, handClock, startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'
import { tenantErasureWork } from './erase-tenants.ts'

const things = collection<object>('test-things')
const clock = handClock()
let gateway: TestGateway

/** Every other service, each with nothing of its own but chat, which keeps things. */
const others = serviceNames
  .filter((name) => name !== 'gateway')
  .map((name) =>
    standIn({
      name,
      uses: name === 'ingest' ? ['blobs'] : [],
      collections: name === 'chat' ? { things } : {},
      handlers: {},
    }),
  )

beforeEach(async () => {
  gateway = await startTestGateway({ clock, services: others })
})
afterEach(() => gateway.stop())

const admin = (method: string, url: string, body?: object) =>
  gateway.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${adminToken}` },
    ...(body && { payload: body }),
  })

it('erasing a tenant takes its keys away and removes all that services keep of it, twice, and no other’s', async () => {
  const { tenant, apiKey } = (await admin('POST', '/admin/tenants', { name: 'Leaving' })).json()
  const kept = (await admin('POST', '/admin/tenants', { name: 'Staying' })).json()
  const collectionOfThings = await gateway.ports.documents.collection(things)
  for (const [id, owner] of Object.entries({ a: tenant, b: tenant, c: kept.tenant })) {
    await collectionOfThings.insert(owner, id, { words: 'hello' })
    await gateway.ports.blobs.put(owner, `blob_${id}`, Buffer.from('hello'))
  }

  const reply = await admin('DELETE', `/admin/tenants/${tenant}`)
  expect(reply.statusCode).toBe(202)
  const { jobId } = reply.json()
  expect((await admin('DELETE', `/admin/tenants/${tenant}`)).json()).toEqual({ jobId, tenant })
  clock.advance(2_000)
  expect((await gateway.ask({ url: '/api/policies', key: apiKey })).statusCode).toBe(401)
  expect((await admin('GET', '/admin/tenants')).json().items).toContainEqual(
    expect.objectContaining({ id: tenant, erasure: jobId }),
  )

  const read = async () => (await admin('GET', `/admin/jobs/${jobId}`)).json()
  await vi.waitFor(async () => expect((await read()).done).toBe(serviceNames.length))
  expect(await collectionOfThings.count(tenant)).toBe(0)
  // What was on its way comes late, and goes with the second round.
  await collectionOfThings.insert(tenant, 'late', { words: 'hello' })
  clock.advance(35_000)
  await vi.waitFor(async () => expect((await read()).state).toBe('finished'))
  const { items, failed, total, done } = await read()
  expect({ failed, done }).toEqual({ failed: 0, done: total })
  expect(items).toContainEqual({ service: 'chat', removed: [{ what: 'test-things', count: 3 }] })
  expect(items.flatMap(({ removed }: any) => removed)).toContainEqual({ what: 'blobs', count: 2 })
  expect(await collectionOfThings.count(tenant)).toBe(0)
  expect(await gateway.ports.blobs.exists(tenant, 'blob_a')).toBe(false)

  expect((await admin('GET', '/admin/tenants')).json().items.map(({ id }: any) => id)).not.toContain(tenant)
  expect((await gateway.ask({ url: '/api/api-keys', key: kept.apiKey })).statusCode).toBe(200)
  expect(await collectionOfThings.count(kept.tenant)).toBe(1)
  expect(await gateway.ports.blobs.exists(kept.tenant, 'blob_c')).toBe(true)
})

it('a process that stalls in an erasure beyond its lease and wakes up writes nothing while another is at it', async () => {
  await gateway.stop()
  gateway = await startTestGateway({ clock, services: others, sweeps: false })
  const { tenant } = (await admin('POST', '/admin/tenants', { name: 'Leaving' })).json()
  const kept = await gateway.ports.documents.collection(things)
  const held: (() => void)[] = []
  const eraseTenant = kept.eraseTenant.bind(kept)
  kept.eraseTenant = async (erased) => {
    if (held.length < 2) await new Promise<void>((resolve) => held.push(resolve))
    await eraseTenant(erased)
  }
  const { jobId } = (await admin('DELETE', `/admin/tenants/${tenant}`)).json()
  const sweep = () => tenantErasureWork.runDue(gateway.context)
  const first = sweep()
  await vi.waitFor(() => expect(held).toHaveLength(1))
  clock.advance(91_000)
  const second = sweep()
  await vi.waitFor(() => expect(held).toHaveLength(2))
  const records = gateway.context.collections.erasures
  const before = await records.get(platformTenant, jobId)
  held[0]!()
  await first
  expect(await records.get(platformTenant, jobId)).toEqual(before)
  held[1]!()
  await second
  clock.advance(35_000)
  await sweep()
  expect((await admin('GET', `/admin/jobs/${jobId}`)).json()).toMatchObject({ state: 'finished' })
  expect((await records.get(platformTenant, jobId))!.body.claim).toBeUndefined()
})

it('a tenant or job that is not there is 404', async () => {
  expect((await admin('DELETE', '/admin/tenants/ten_nobody')).statusCode).toBe(404)
  expect((await admin('GET', '/admin/jobs/job_nobody')).statusCode).toBe(404)
})
