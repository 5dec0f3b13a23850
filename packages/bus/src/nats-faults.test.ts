import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connectNats } from '@frontdesk/nats'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { done, event, eventually, options, read, recorder, text, unique } from './conformance/backend.ts'
import { emptyForTest } from './nats/empty-for-test.ts'
import { natsBus } from './nats.ts'
import type { Bus } from './port.ts'

const url = process.env.NATS_URL
/** Of this file alone, so that it can run beside the suite. */
const owner = 'faults'
const subjectOf = (kind: 'event' | 'query' | 'stream') => `${kind}.${owner}.${unique('t')}.run.v1`
const asking = { tenant: 'tenant-a', headers: {} }

describe.skipIf(!url)(`nats bus at its edges${url ? '' : ' (not run: NATS_URL is not set)'}`, () => {
  beforeAll(() => emptyForTest(url!, owner))
  const opened: Bus[] = []
  const children: ChildProcess[] = []
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await Promise.all(opened.splice(0).map((bus) => bus.close()))
  })

  async function start(): Promise<Bus> {
    const bus = await natsBus({ url: url! })
    opened.push(bus)
    return bus
  }

  /** Another process with a bus; resolves when it says so. */
  async function elsewhere(script: string): Promise<ChildProcess> {
    const prelude = `
      import { natsBus } from ${JSON.stringify(new URL('nats.ts', import.meta.url).href)}
      const bus = await natsBus({ url: ${JSON.stringify(url)} })\n`
    const child = spawn(process.execPath, ['--input-type=module', '-e', prelude + script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    await once(child.stdout!, 'data')
    return child
  }

  it('ends a stream as broken when its server dies', async () => {
    const bus = await start()
    const subject = subjectOf('stream')
    const server = await elsewhere(`
      await bus.serveStream('${subject}', 'g', { maxInFlight: 1 }, async function* () {
        yield Buffer.from('part')
        await new Promise(() => {})
      })
      console.log('serving')`)
    const parts = bus.openStream(subject, text('?'), asking)[Symbol.asyncIterator]()
    expect(read((await parts.next()).value)).toBe('part')
    server.kill('SIGKILL')
    await expect(parts.next()).rejects.toMatchObject({ code: 'stream_broken' })
  }, 15_000)

  it('cancels the server of a stream when its reader dies', async () => {
    const bus = await start()
    const subject = subjectOf('stream')
    const aborted = Promise.withResolvers<void>()
    await bus.serveStream(subject, 'g', { maxInFlight: 1 }, async function* ({ signal }) {
      signal.addEventListener('abort', () => aborted.resolve(), { once: true })
      yield text('part')
      await aborted.promise
    })
    const reader = await elsewhere(`
      for await (const part of bus.openStream('${subject}', Buffer.from('?'), ${JSON.stringify(asking)})) console.log('read')`)
    reader.kill('SIGKILL')
    await aborted.promise
  }, 15_000)

  it('gives what a dead member had in hand to another one, before what came after it', async () => {
    const bus = await start()
    const subject = subjectOf('event')
    const consuming = options(subject, unique('group'), { leaseMs: 400 })
    await bus.publish([event(subject, 1), event(subject, 2)])
    const member = await elsewhere(`
      await bus.consume(${JSON.stringify(consuming)}, () => { console.log('in hand'); return new Promise(() => {}) })`)
    const { deliver, seen } = recorder()
    await bus.consume(consuming, deliver)
    member.kill('SIGKILL')
    await eventually(() => expect(seen).toHaveLength(2))
    expect(seen.map(({ sequence, attempt }) => [sequence, attempt])).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  it('puts what is no event among the dead letters, and goes on', async () => {
    const bus = await start()
    const [subject, group, tenant] = [subjectOf('event'), unique('group'), unique('tenant')]
    const { deliver, sequences } = recorder()
    await bus.consume(options(subject, group), deliver)
    const { js, close } = await connectNats({ url: url! })
    await bus.publish([event(subject, 1, { tenant })])
    for (let partition = 0; partition < 8; partition++) await js.publish(`${subject}.${tenant}.${partition}`, 'poison')
    await bus.publish([event(subject, 2, { tenant })])
    await eventually(() => expect(sequences()).toEqual([1, 2]))
    await eventually(async () => {
      const { items } = await bus.deadLetters.list(tenant, { limit: 100 })
      expect(items.map(({ reason, subject: of, bytes }) => [reason.code, of, read(bytes)])).toEqual(
        Array.from({ length: 8 }, () => ['malformed_request', subject, 'poison']),
      )
    })
    await bus.eraseTenant(tenant)
    await close()
  })

  it('hears of the past of a subject that a group takes up later, as of the rest', async () => {
    const bus = await start()
    const [known, added] = [subjectOf('event'), subjectOf('event')]
    const group = unique('group')
    const before = recorder()
    await bus.publish([event(known, 1), event(added, 2)])
    const stop = await bus.consume(options(known, group), before.deliver)
    await bus.publish([event(known, 3)])
    await eventually(() => expect(before.sequences()).toEqual([1, 3]))
    await stop()
    const after = recorder()
    await bus.consume(options([known, added], group), after.deliver)
    await eventually(() => expect(after.sequences()).toEqual([2, 3]))
    expect(await bus.lag()).toContainEqual({ group, subjects: [known, added], waiting: 0, inFlight: 0 })
  })

  it('leaves events of a subject it does not know to newer members', async () => {
    const [old, newer] = [await start(), await start()]
    const [known, added] = [subjectOf('event'), subjectOf('event')]
    const group = unique('group')
    const [first, second] = [recorder(), recorder()]
    await old.consume(options(known, group), first.deliver)
    await newer.consume(options([known, added], group), second.deliver)
    await newer.publish(Array.from({ length: 8 }, (_, i) => event(added, i, { key: `key-${i}` })))
    await eventually(() => expect(second.seen).toHaveLength(8))
    expect(first.seen).toEqual([])
  }, 15_000)

  it('refuses another order while members are at work, and takes it when none is', async () => {
    const bus = await start()
    const subject = subjectOf('event')
    const group = unique('group')
    const stop = await bus.consume(options(subject, group), recorder().deliver)
    const unordered = options(subject, group, { order: 'none' })
    await expect(bus.consume(unordered, recorder().deliver)).rejects.toMatchObject({ code: 'conflict' })
    await stop()
    const { deliver, sequences } = recorder()
    await eventually(() => bus.consume(unordered, deliver))
    await bus.publish([event(subject, 1)])
    await eventually(() => expect(sequences()).toEqual([1]))
  })

  it('gives a member with fewer slots than partitions no more than it can handle', async () => {
    const bus = await start()
    const subject = subjectOf('event')
    let inHand = 0
    let most = 0
    const { deliver, seen } = recorder(async () => {
      most = Math.max(most, ++inHand)
      // Longer than a lease for those that wait: they must not be given out twice.
      await new Promise((resolve) => setTimeout(resolve, 100))
      inHand--
      return done
    })
    await bus.consume(options(subject, unique('group'), { maxInFlight: 1, leaseMs: 1_000 }), deliver)
    await bus.publish(Array.from({ length: 16 }, (_, i) => event(subject, i, { key: `key-${i}` })))
    await eventually(() => expect(seen).toHaveLength(16))
    expect(most).toBe(1)
    expect(seen.every(({ attempt }) => attempt === 1)).toBe(true)
  })

  it('says that no server is there', async () => {
    await expect(natsBus({ url: 'nats://127.0.0.1:1' })).rejects.toMatchObject({ code: 'unavailable' })
  })
})
