import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@frontdesk/sqlite'
import { openForTest } from '@frontdesk/sqlite/open-for-test'
import { describe, expect, it, onTestFinished } from 'vitest'
import { event, eventually, options, recorder, uniqueSubject } from './conformance/backend.ts'
import { busConformance } from './conformance.ts'
import { sqliteBus } from './sqlite.ts'

describe('sqlite bus', () => busConformance(openForTest(sqliteBus)))

describe('sqlite bus after a crash', () => {
  it('delivers again what was in hand, as a further attempt, and what came behind it', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'frontdesk-bus-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const path = join(dir, 'main.db')
    const subject = uniqueSubject()
    const script = `
      import { openSqlite } from ${JSON.stringify(import.meta.resolve('@frontdesk/sqlite'))}
      import { sqliteBus } from ${JSON.stringify(new URL('sqlite.ts', import.meta.url).href)}
      const bus = sqliteBus(openSqlite(${JSON.stringify(path)}))
      const event = (sequence) => ({
        id: 'evt-' + sequence, subject: ${JSON.stringify(subject)}, tenant: 't', key: 'k', sequence, headers: {},
        bytes: Buffer.from('x'),
      })
      await bus.publish([event(1), event(2)])
      const options = ${JSON.stringify(options(subject, 'group'))}
      await bus.consume(options, async ({ sequence }) => {
        if (sequence === 1) return { kind: 'done' }
        setTimeout(() => console.log('in hand'), 300)
        return new Promise(() => {})
      })
      await bus.publish([event(3)])`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')

    const store = openSqlite(path)
    const bus = sqliteBus(store)
    const { deliver, seen } = recorder()
    await bus.consume(options(subject, 'group'), deliver)
    await eventually(() => expect(seen).toHaveLength(2))
    expect(seen.map(({ sequence, attempt }) => [sequence, attempt])).toEqual([
      [2, 2],
      [3, 1],
    ])
    await bus.close()
    await store.close()
  })
})

describe('groups of the sqlite bus', () => {
  it('let their members take turns', async () => {
    const store = openSqlite(':memory:')
    const bus = sqliteBus(store)
    const subject = uniqueSubject()
    const members = [recorder(), recorder(), recorder()]
    for (const { deliver } of members) await bus.consume(options(subject, 'group', { order: 'none' }), deliver)
    await bus.publish(Array.from({ length: 30 }, (_, i) => event(subject, i)))
    await eventually(() => expect(members.map(({ seen }) => seen.length)).toEqual([10, 10, 10]))
    for (let i = 0; i < 6; i++) await bus.publish([event(subject, i)])
    await eventually(() => expect(members.map(({ seen }) => seen.length)).toEqual([12, 12, 12]))
    await bus.close()
  })

  it('leave what is in hand to the next start when the store is closed under them', async () => {
    const store = openSqlite(':memory:')
    const bus = sqliteBus(store)
    const subject = uniqueSubject()
    const finish = Promise.withResolvers<void>()
    const { deliver, seen } = recorder(() => finish.promise.then(() => ({ kind: 'done' })))
    const stop = await bus.consume(options(subject, 'group'), deliver)
    await bus.publish([event(subject, 1), event(subject, 2)])
    await eventually(() => expect(seen).toHaveLength(1))
    await store.close()
    finish.resolve()
    // A turn of the event loop, in which the verdict finds the store closed. An error there would fail the run.
    await new Promise((resolve) => setImmediate(resolve))
    await stop()
    await bus.close()
    expect(seen).toHaveLength(1)
  })

  it('get each event once, however publishing, coming and going interleave', async () => {
    const store = openSqlite(':memory:')
    const bus = sqliteBus(store)
    const subject = uniqueSubject()
    const { deliver, sequences } = recorder()
    const publishing = Array.from({ length: 400 }, (_, i) => i).map(async (i) => {
      // Spread over a few turns of the event loop, so that commits and pages fall between each other.
      for (let turn = 0; turn < i % 7; turn++) await new Promise((resolve) => setImmediate(resolve))
      await bus.publish([event(subject, i, { key: `key-${i % 5}` })])
    })
    for (let i = 0; i < 5; i++) {
      const stop = await bus.consume(options(subject, 'group'), deliver)
      await new Promise((resolve) => setImmediate(resolve))
      if (i < 4) await stop()
    }
    await Promise.all(publishing)
    await eventually(() => expect(sequences().length).toBeGreaterThanOrEqual(400))
    expect(sequences().sort((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, i) => i))
    await bus.close()
  })

  it('refuse members that disagree on order or subjects while others are at work', async () => {
    const store = openSqlite(':memory:')
    const bus = sqliteBus(store)
    const [one, two] = [uniqueSubject(), uniqueSubject()]
    const { deliver } = recorder()
    const stop = await bus.consume(options(one, 'group'), deliver)
    await expect(bus.consume(options(one, 'group', { order: 'none' }), deliver)).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(bus.consume(options([one, two], 'group'), deliver)).rejects.toMatchObject({ code: 'conflict' })
    await stop()
    await bus.consume(options([one, two], 'group', { order: 'none' }), deliver)
    await bus.close()
  })

  it('forget what they did not do of a subject that they listen to no more', async () => {
    const store = openSqlite(':memory:')
    const bus = sqliteBus(store)
    const [kept, dropped] = [uniqueSubject(), uniqueSubject()]
    const before = recorder()
    await (await bus.consume(options([kept, dropped], 'group'), before.deliver))()
    await bus.publish([event(dropped, 1), event(kept, 2)])
    const after = recorder()
    await bus.consume(options(kept, 'group'), after.deliver)
    await bus.publish([event(dropped, 3), event(kept, 4)])
    await eventually(() => expect(after.sequences()).toEqual([2, 4]))
    await eventually(async () =>
      expect(await bus.lag()).toEqual([{ group: 'group', subjects: [kept], waiting: 0, inFlight: 0 }]),
    )
    await bus.close()
  })
})

describe('streams of the sqlite bus', () => {
  it('do not take a reader for slow that needs a turn of the event loop for each part', async () => {
    const store = openSqlite(':memory:')
    const bus = sqliteBus(store)
    const part = new Uint8Array(16 * 1024)
    await bus.serveStream('stream.conformance.thing.list.v1', 'group', { maxInFlight: 1 }, async function* () {
      for (let i = 0; i < 128; i++) yield part
    })
    let parts = 0
    const reading = bus.openStream('stream.conformance.thing.list.v1', part, { tenant: 't', headers: {} })
    for await (const _ of reading) {
      parts++
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(parts).toBe(128)
    await bus.close()
  })
})

describe('sqlite bus and a clock that is set back', () => {
  const day = 24 * 3_600_000

  it('delivers again when the time has passed that was asked for, whatever the clock says', async () => {
    const clock = { at: 10 * day, now: () => clock.at }
    const store = openSqlite(':memory:')
    onTestFinished(() => store.close())
    const bus = sqliteBus(store, { clock })
    const subject = uniqueSubject()
    const { deliver, seen } = recorder(({ attempt, sequence }) => {
      if (attempt > 1 || sequence > 1) return { kind: 'done' }
      clock.at -= day
      return { kind: 'retry', afterMs: 20 }
    })
    await bus.consume(options(subject, 'group'), deliver)
    await bus.publish([event(subject, 1), event(subject, 2)])
    await eventually(() =>
      expect(seen.map(({ sequence, attempt }) => [sequence, attempt])).toEqual([
        [1, 1],
        [1, 2],
        [2, 1],
      ]),
    )
  })

  it('after a restart delivers what was put off before the clock was set back', async () => {
    const clock = { at: 10 * day, now: () => clock.at }
    const store = openSqlite(':memory:')
    onTestFinished(() => store.close())
    const subject = uniqueSubject()
    const before = sqliteBus(store, { clock })
    const first = recorder(() => ({ kind: 'retry', afterMs: 30_000 }))
    const stop = await before.consume(options(subject, 'group'), first.deliver)
    await before.publish([event(subject, 1)])
    await eventually(() => expect(first.seen).toHaveLength(1))
    await stop()
    clock.at -= day
    const again = recorder(() => ({ kind: 'done' }))
    await before.consume(options(subject, 'group'), again.deliver)
    await eventually(() => expect(again.seen.map(({ attempt }) => attempt)).toEqual([2]))
  })
})
