import { sqliteBus } from '@frontdesk/bus'
import { owner, ServiceError } from '@frontdesk/contracts'
import type { Documents } from '@frontdesk/documents'
import { defineService, type OpenPorts, openLog, type Running, run } from '@frontdesk/service'
import { openSqlite } from '@frontdesk/sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { declaredJobsConformance, type TestProcess } from './conformance/declared-jobs.ts'
import { outagesConformance } from './conformance/outages.ts'
import { setBackConformance } from './conformance/set-back.ts'
import { collections, type Work, type WorkContext } from './conformance/work.ts'
import { type JobDefinition, job, type Lease, type Outcome } from './index.ts'

const leaseMs = 30_000
const parts = 4

/** What jobs promise, on a store of documents. */
export function jobsConformance(open: () => Promise<Documents>) {
  const clock = { at: 0, now: () => clock.at }
  const store = openSqlite(':memory:')
  const running: Running[] = []
  let documents: Documents
  let count = 0
  let id = ''
  /** What processes did, in the order in which they did it. */
  let effects: string[] = []
  /** Runs before each part, as the process that is at it. */
  let beforePart = async (_process: string, _part: number, _signal: AbortSignal, _tenant: string) => {}

  /** Counts parts; each has an effect outside of the document. */
  const counting = (
    process: string,
    declared: Pick<JobDefinition<WorkContext, Work>, 'everyMs' | 'slots' | 'maxWaitMs'> = {},
  ) =>
    job<WorkContext, Work>({
      ...declared,
      name: 'test',
      collection: ({ collections }) => collections.works,
      leaseMs,
      pauseMs: 1_000,
      givesUp: { attempts: 3, outcome: () => ({ change: (body) => ({ ...body, state: 'failed' }) }) },
      async work(lease: Lease<Work>, context): Promise<Outcome<Work>> {
        for (let part = lease.body.done; part < parts; part++) {
          await beforePart(process, part, context.signal, context.tenant)
          context.signal.throwIfAborted()
          await lease.hold()
          effects.push(`${process}${part}`)
          await lease.checkpoint((body) => ({ ...body, done: part + 1 }))
        }
        return { change: (body) => ({ ...body, state: 'finished' }) }
      },
    })

  /** A process of a service that has jobs. `declared`: it looks for them by itself; otherwise a test says when. */
  async function start(name: string, declared?: Parameters<typeof counting>[1]): Promise<TestProcess> {
    let context!: WorkContext
    const own = counting(name, declared)
    const service = defineService({
      contracts: owner('worker', {}),
      config: z.object({}),
      uses: [],
      collections,
      asks: [],
      handlers: {},
      ...(declared && { jobs: { counting: own } }),
      start: async (begun) => {
        context = begun as WorkContext
        return { close: async () => {} }
      },
    })
    const ports = { bus: sqliteBus(store), documents } as unknown as OpenPorts
    const process = await run([service], ports, { env: {}, log: openLog({ level: 'silent', terminal: false }), clock })
    running.push(process)
    return {
      works: context.collections.works,
      sweep: () => own.runDue(context),
      stop: () => process.stop(),
      begin: () => context.detach('test', (lasting) => own.runDue(lasting)),
      commit: (tenant: string, workId: string, body: Work) =>
        context.forTenant(tenant).commit(context.collections.works, workId, () => ({ body })),
    }
  }

  let a: TestProcess
  let b: TestProcess
  const stored = async () => (await b.works.get('acme', id))!

  /** Holds process `a` before a part until it is let go, as if it was stopped by the machine. */
  function stall(atPart: number) {
    const isHeld = Promise.withResolvers<void>()
    const letGo = Promise.withResolvers<void>()
    beforePart = async (process, part) => {
      if (process !== 'a' || part !== atPart) return
      isHeld.resolve()
      await letGo.promise
    }
    return { isHeld: isHeld.promise, letGo: letGo.resolve }
  }

  beforeAll(async () => {
    documents = await open()
    a = await start('a')
    b = await start('b')
  })
  afterAll(async () => {
    for (const each of running) await each.stop()
    await documents.close()
    await store.close()
  })
  beforeEach(async () => {
    effects = []
    beforePart = async () => {}
    clock.at += 3_600_000
    id = `job_${++count}`
    for await (const left of a.works.all()) await a.works.remove(left.tenant, left.id)
    await a.works.put('acme', id, { done: 0, dueAt: clock.at, cause: { correlationId: 'req_1', traceparent: '' } })
  })

  test('a job that is due is done once and ends without a lease or the name of a request, whatever tenant it is of', async () => {
    await a.works.put('umbrella', id, { done: 3, dueAt: clock.at })
    await Promise.all([a.sweep(), b.sweep()])
    expect(effects).toHaveLength(parts + 1)
    const { body } = await stored()
    expect(body).toEqual({ done: 4, state: 'finished', tries: 0 })
    expect((await b.works.get('umbrella', id))!.body).toMatchObject({ done: 4, state: 'finished' })
  })

  test('nobody takes a job while its owner renews the lease', async () => {
    const { isHeld, letGo } = stall(2)
    const first = a.sweep()
    await isHeld
    clock.at += leaseMs - 1
    await b.sweep()
    expect(effects).toEqual(['a0', 'a1'])
    letGo()
    await first
    expect(effects).toEqual(['a0', 'a1', 'a2', 'a3'])
  })

  test('a process that stalls beyond its lease and wakes up writes nothing, and does nothing more', async () => {
    const { isHeld, letGo } = stall(2)
    const first = a.sweep()
    await isHeld
    clock.at += leaseMs
    await b.sweep()
    const before = await stored()
    letGo()
    await first
    expect(effects).toEqual(['a0', 'a1', 'b2', 'b3'])
    expect(await stored()).toEqual(before)
  })

  test('a process that wakes up while the next one is at work leaves the job to it', async () => {
    const { isHeld, letGo } = stall(1)
    const first = a.sweep()
    await isHeld
    clock.at += leaseMs
    const atThree = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const stalling = beforePart
    beforePart = async (process, part, signal, tenant) => {
      if (process === 'b' && part === 3) {
        atThree.resolve()
        await goOn.promise
      } else await stalling(process, part, signal, tenant)
    }
    const second = b.sweep()
    await atThree.promise
    const before = await stored()
    letGo()
    await first
    expect(await stored()).toEqual(before)
    goOn.resolve()
    await second
    expect(effects).toEqual(['a0', 'b1', 'b2', 'b3'])
    expect((await stored()).body.state).toBe('finished')
  })

  test('a process that stalled goes on with its job when nobody has taken it over', async () => {
    const { isHeld, letGo } = stall(2)
    const first = a.sweep()
    await isHeld
    clock.at += 10 * leaseMs
    letGo()
    await first
    expect(effects).toEqual(['a0', 'a1', 'a2', 'a3'])
  })

  test('after a crash between two parts another process goes on from the last checkpoint', async () => {
    // It never wakes up while this matters.
    const { isHeld, letGo } = stall(2)
    const first = a.sweep()
    await isHeld
    await b.sweep()
    expect((await stored()).body).toMatchObject({ done: 2 })
    clock.at += leaseMs
    await b.sweep()
    expect(effects).toEqual(['a0', 'a1', 'b2', 'b3'])
    letGo()
    await first
  })

  test('a stop hands the job back at once, and is no failed attempt', async () => {
    const c = await start('c')
    const isHeld = Promise.withResolvers<void>()
    beforePart = async (process, part, signal) => {
      if (process !== 'c' || part !== 2) return
      isHeld.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
    c.begin()
    await isHeld.promise
    await c.stop()
    const { body } = await stored()
    expect(body).toMatchObject({ done: 2, tries: 0, dueAt: clock.at })
    expect(body.claim).toBeUndefined()
    await b.sweep()
    expect(effects).toEqual(['c0', 'c1', 'b2', 'b3'])
  })

  test('a failure waits, twice as long each time, and a checkpoint begins the count again', async () => {
    let fails = true
    beforePart = async (_, part) => {
      if (fails && part === 1) throw new ServiceError('internal')
    }
    await a.sweep()
    const waits = async () => {
      const { dueAt, tries, waitsFor, claim } = (await stored()).body
      expect([waitsFor, claim]).toEqual(['internal', undefined])
      return [dueAt! - clock.at, tries]
    }
    expect(await waits()).toEqual([1_000, 1])
    await b.sweep()
    expect(effects).toEqual(['a0'])
    clock.at += 1_000
    await b.sweep()
    expect(await waits()).toEqual([2_000, 2])
    fails = false
    beforePart = async (_, part) => {
      if (part === 3) throw new ServiceError('internal')
    }
    clock.at += 2_000
    await b.sweep()
    expect(await waits()).toEqual([1_000, 1])
    beforePart = async () => {}
    clock.at += 1_000
    await b.sweep()
    expect((await stored()).body).toMatchObject({ done: 4, state: 'finished' })
    expect((await stored()).body).not.toHaveProperty('waitsFor')
  })

  test('a job is given up after so many failures, and at once where trying again is no use', async () => {
    beforePart = async () => {
      throw new ServiceError('internal')
    }
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await stored()).body.state).toBeUndefined()
      await a.sweep()
      clock.at += 10_000
    }
    const { body } = await stored()
    expect(body.state).toBe('failed')
    expect(body.dueAt).toBeUndefined()

    id = `job_${++count}`
    await a.works.put('acme', id, { done: 0, dueAt: clock.at })
    beforePart = async () => {
      throw new ServiceError('not_found')
    }
    await a.sweep()
    expect((await stored()).body.state).toBe('failed')
  })

  test('a job over which processes die is given up like one that fails', async () => {
    await a.works.put('acme', id, { done: 0, dueAt: clock.at, tries: 3 })
    await a.sweep()
    expect(effects).toEqual([])
    expect((await stored()).body.state).toBe('failed')
  })

  test('whoever ends or removes a job takes it from its owner', async () => {
    for (const end of [
      () => b.works.put('acme', id, { done: 0, state: 'failed' }),
      () => b.works.remove('acme', id).then(() => {}),
    ]) {
      await a.works.put('acme', id, { done: 0, dueAt: clock.at })
      effects = []
      const { isHeld, letGo } = stall(2)
      const first = a.sweep()
      await isHeld
      await end()
      const before = await b.works.get('acme', id)
      letGo()
      await first
      // It did the part in hand before it could know.
      expect(effects).toEqual(['a0', 'a1', 'a2'])
      expect(await b.works.get('acme', id)).toEqual(before)
    }
  })

  test('a job that an earlier release was at is taken up when its lease has run out', async () => {
    await a.works.put('acme', id, { done: 1, dueAt: clock.at + 500 })
    await a.sweep()
    expect(effects).toEqual([])
    clock.at += 500
    await a.sweep()
    expect(effects).toEqual(['a1', 'a2', 'a3'])
  })

  const beforeEachPart = (wait: typeof beforePart) => {
    beforePart = wait
  }
  const common = { clock, start, stored, works: () => b.works, id: () => id, effects: () => effects, beforeEachPart }
  setBackConformance({ ...common, stall, a: () => a, b: () => b })
  outagesConformance({ clock, stored, sweep: () => a.sweep(), beforeEachPart })
  declaredJobsConformance(common)
}
