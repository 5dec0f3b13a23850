import { connectNats } from '@frontdesk/nats'
import { noServerReason, serverForTest } from '@frontdesk/nats/server-for-test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { natsBus } from '../nats.ts'
import { deadLetterStream } from './declarations.ts'
import { natsBusReader } from './reader.ts'

const title = `the reader of a NATS bus${noServerReason ? ` (not run: ${noServerReason})` : ''}`

describe.skipIf(noServerReason)(title, async () => {
  const server = noServerReason ? undefined! : await serverForTest()
  beforeAll(() => server.start())
  afterAll(() => server.remove())

  async function configurations() {
    const { manager, close } = await connectNats({ url: server.url })
    const found = new Map<string, object>()
    for await (const { config } of manager.streams.list()) found.set(config.name, config)
    await close()
    return found
  }

  async function readAll(options: { namespace?: string } = {}) {
    const reader = await natsBusReader({ url: server.url, ...options })
    const { groups, events } = await reader.outstanding()
    const found = await Array.fromAsync(events())
    await reader.close()
    return { groups, events: found }
  }

  test('makes no stream where none is, and reads nothing there', async () => {
    const before = await configurations()
    expect([...before.keys()]).not.toContain(deadLetterStream)
    expect(await readAll()).toEqual({ groups: [], events: [] })
    expect(await readAll({ namespace: 'other' })).toEqual({ groups: [], events: [] })
    expect(await configurations()).toEqual(before)
  })

  test('changes no stream that has another configuration than this release wants', async () => {
    await (await natsBus({ url: server.url })).close()
    // As an operator has it, and no release of ours.
    const { manager, close } = await connectNats({ url: server.url })
    const { config } = await manager.streams.info(deadLetterStream)
    await manager.streams.update(deadLetterStream, { ...config, metadata: {}, description: 'ours' })
    await close()
    const before = await configurations()
    await readAll()
    expect(await configurations()).toEqual(before)
  })
})
