import { randomUUID } from 'node:crypto'
import type { Finding } from '@frontdesk/contracts'
import { connectNats } from '@frontdesk/nats'
import { afterAll, describe, expect, test } from 'vitest'
import { natsBus, removeBusNamespace } from '../nats.ts'
import type { BusEvent } from '../port.ts'
import { configVersion, versionOf } from './config-version.ts'
import { streamNameOf } from './declarations.ts'
import { inspectNats } from './inspect.ts'

const url = process.env.NATS_URL
const namespace = `inspect${randomUUID().slice(0, 8)}`
const subject = 'event.shop.order.placed.v1'
const ordered = { subjects: [subject], group: 'billing', order: 'key' as const, maxInFlight: 8, leaseMs: 5_000 }
const stream = streamNameOf(`${namespace}~shop`)

const event = (id: string, on = subject): BusEvent => ({
  id,
  subject: on,
  tenant: 'acme',
  key: id,
  sequence: 1,
  headers: {},
  bytes: Buffer.from('{}'),
})
const open = () => natsBus({ url: url!, namespace })
const inspect = () => inspectNats({ url: url!, namespace })
const faults = (findings: Finding[]) => findings.filter(({ level }) => level === 'fault').map(({ what }) => what)

describe.skipIf(!url)(`the look at NATS${url ? '' : ' (not run: NATS_URL is not set)'}`, () => {
  afterAll(() => removeBusNamespace({ url: url!, namespace }))

  /** Gives the stream another number, as another release would have left it. */
  async function renumber(metadata: Record<string, string>) {
    const { manager, close } = await connectNats({ url: url! })
    const { config } = await manager.streams.info(stream)
    await manager.streams.update(stream, { ...config, metadata, description: 'of another release' })
    await close()
  }
  async function configOf() {
    const { manager, close } = await connectNats({ url: url! })
    const { config } = await manager.streams.info(stream)
    await close()
    return config
  }

  test('a configuration without a number is pending, and two processes that start at once bring it up to date', async () => {
    const first = await open()
    await first.publish([event('a')])
    await first.close()
    await renumber({})
    expect((await inspect()).pending.join()).toContain(`${stream}: configuration 1`)

    const both = await Promise.all([open(), open()])
    await Promise.all(both.map((bus) => bus.publish([event('b')])))
    await Promise.all(both.map((bus) => bus.close()))

    expect(versionOf(await configOf())).toBe(configVersion)
    expect((await inspect()).pending.filter((each) => each.includes(stream))).toEqual([])
  })

  test('an older release leaves the configuration of a newer one alone', async () => {
    await renumber({ frontdesk_config: String(configVersion + 1) })
    const older = await open()
    await older.publish([event('c')])
    await older.close()
    expect((await configOf()).description).toBe('of another release')
    expect((await inspect()).pending.filter((each) => each.includes(stream))).toEqual([])
  })

  test('events that wait for a group that nobody runs are a fault, and no more once somebody does', async () => {
    const bus = await open()
    const opened = 'event.desk.ticket.opened.v1'
    const consuming = { ...ordered, subjects: [opened] }
    await (await bus.consume(consuming, async () => ({ kind: 'done' })))()
    await bus.publish([event('d', opened)])
    const waits = 'events of desk wait for billing'
    await expect.poll(async () => faults((await inspect()).findings).join(), { timeout: 5_000 }).toContain(waits)

    const stop = await bus.consume(consuming, async () => ({ kind: 'done' }))
    await expect.poll(async () => faults((await inspect()).findings).join(), { timeout: 5_000 }).not.toContain(waits)
    await stop()
    await bus.close()
  })

  test('a dead letter is counted, and its fault says what to do', async () => {
    const bus = await open()
    const reason = { code: 'internal', message: 'no' }
    const stop = await bus.consume({ ...ordered, group: 'audit' }, async () => ({ kind: 'dead', reason }))
    await bus.publish([event('e')])
    await expect
      .poll(async () => (await inspect()).settings['dead letters'], { timeout: 5_000 })
      .toBeGreaterThanOrEqual(1)
    expect((await inspect()).findings.find(({ what }) => what.includes('could not be handled'))?.remedy).toContain(
      '/api/dead-letters',
    )
    await stop()
    await bus.close()
  })

  test('a server that is away is a fault that names it without its password', async () => {
    const { findings } = await inspectNats({ url: 'nats://someone:secret@127.0.0.1:1' })
    expect(faults(findings)).toHaveLength(1)
    expect(JSON.stringify(findings)).toContain('127.0.0.1:1')
    expect(JSON.stringify(findings)).not.toContain('secret')
  })
})
