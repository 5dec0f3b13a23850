import { afterEach, describe, expect, it } from 'vitest'
import { event, eventually, options, read, recorder, text, unique } from '../conformance/backend.ts'
import { natsBus, removeBusNamespace } from '../nats.ts'
import type { Bus } from '../port.ts'

const url = process.env.NATS_URL!
const asking = { tenant: 'tenant-a', headers: {}, timeoutMs: 2_000 }

describe.skipIf(!url)(`two namespaces on one server${url ? '' : ' (not run: NATS_URL is not set)'}`, () => {
  const namespaces = [unique('a'), unique('b')].map((name) => name.replace(/[^a-z0-9]/g, ''))
  const opened: Bus[] = []
  async function openBoth(): Promise<[Bus, Bus]> {
    const both = await Promise.all(namespaces.map((namespace) => natsBus({ url, namespace })))
    opened.push(...both)
    return both as [Bus, Bus]
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((bus) => bus.close()))
    await Promise.all(namespaces.map((namespace) => removeBusNamespace({ url, namespace })))
  })

  it('have each their own events, groups, dead letters and lag under the same names', async () => {
    const [a, b] = await openBoth()
    const subject = 'event.shared.thing.done.v1'
    const [ofA, ofB] = [
      recorder(),
      recorder(async () => ({ kind: 'dead', reason: { code: 'internal', message: '-' } })),
    ]
    await a.consume(options(subject, 'group'), ofA.deliver)
    await b.consume(options(subject, 'group'), ofB.deliver)
    await a.publish([event(subject, 1)])
    await b.publish([event(subject, 2)])
    await eventually(() => expect([ofA.sequences(), ofB.sequences()]).toEqual([[1], [2]]))
    expect(ofA.seen[0]).toMatchObject({ subject, tenant: event(subject, 1).tenant })
    const { tenant } = event(subject, 2)
    await eventually(async () => {
      const { items } = await b.deadLetters.list(tenant, { limit: 10 })
      expect(items.map((item) => [item.subject, item.tenant, item.sequence])).toEqual([[subject, tenant, 2]])
    })
    expect((await a.deadLetters.list(tenant, { limit: 10 })).items).toEqual([])
    expect((await a.lag()).map((row) => [row.group, row.subjects])).toEqual([['group', [subject]]])
    await a.eraseTenant(tenant)
    expect((await b.deadLetters.list(tenant, { limit: 10 })).items).toHaveLength(1)
  })

  it('do not answer for each other', async () => {
    const [a, b] = await openBoth()
    await a.respond('query.shared.thing.read.v1', 'group', { maxInFlight: 1 }, async () => text('a'))
    await a.serveStream('stream.shared.thing.read.v1', 'group', { maxInFlight: 1 }, async function* ({ tenant }) {
      yield text(tenant)
    })
    expect(read(await a.request('query.shared.thing.read.v1', text('?'), asking))).toBe('a')
    // Clients read which service is not running: it is called as it is, without the namespace.
    const nobody = (subject: string) => ({
      code: 'unavailable',
      service: 'shared',
      message: `No service answers ${subject} at the moment.`,
    })
    const [query, stream] = ['query.shared.thing.read.v1', 'stream.shared.thing.read.v1']
    await expect(b.request(query, text('?'), asking)).rejects.toMatchObject(nobody(query))
    await expect(Array.fromAsync(b.openStream(stream, text('?'), asking))).rejects.toMatchObject(nobody(stream))
    const parts = await Array.fromAsync(a.openStream(stream, text('?'), asking))
    expect(parts.map(read)).toEqual(['tenant-a'])
  })

  it('that is removed leaves nothing, and the other one as it was', async () => {
    const [a, b] = await openBoth()
    const subject = 'event.shared.thing.done.v1'
    for (const bus of [a, b]) {
      await bus.consume(options(subject, 'group'), recorder().deliver)
      await bus.publish([event(subject, 1)])
    }
    // A member that is still there would make again what it misses.
    await a.close()
    await removeBusNamespace({ url, namespace: namespaces[0]! })
    const [again] = await openBoth()
    expect(await again.lag()).toEqual([])
    expect(await b.lag()).toHaveLength(1)
  })
})
