import { chat, webhookDispatcher } from '@frontdesk/contracts'
import { openSqlite } from '@frontdesk/sqlite'
import { expect, it, vi } from 'vitest'
import { aMessage, openSubscriber, startDispatcher } from '../../testing/start-test-dispatcher.ts'
import { replayPages, replays } from './replay-document.ts'

const until = (holds: () => void | Promise<void>) => vi.waitFor(holds)

it('a process that stalls in a replay beyond its lease and wakes up writes nothing while another is at it', async () => {
  const store = openSqlite(':memory:')
  let now = Date.parse('2026-03-01T12:00:00Z')
  const dispatcher = await startDispatcher(store, { now: () => now }, { replays: false })
  const hook = await openSubscriber()
  try {
    const { id: endpointId } = await dispatcher.create(hook.url)
    await dispatcher.publish(chat.events.messageReceived, 'cnv_1', [aMessage('one'), aMessage('two')])
    await until(() => expect(hook.received).toHaveLength(2))
    const pages = await dispatcher.documents.collection(replayPages)
    const held: (() => void)[] = []
    const insert = pages.insert.bind(pages)
    pages.insert = async (...page) => {
      if (held.length < 2) await new Promise<void>((resolve) => held.push(resolve))
      return insert(...page)
    }
    // As an earlier release left it.
    const jobs = await dispatcher.documents.collection(replays)
    const at = (ms: number) => new Date(now + ms).toISOString()
    await jobs.put('acme', 'wjob_1', {
      endpointId,
      from: at(-60_000),
      to: at(60_000),
      createdAt: at(0),
      state: 'running',
      count: 0,
      delivered: 0,
      failed: 0,
      dueAt: now,
    })
    const first = dispatcher.sweepReplays()
    await until(() => expect(held).toHaveLength(1))
    now += 31_000
    const second = dispatcher.sweepReplays()
    await until(() => expect(held).toHaveLength(2))
    const before = await jobs.get('acme', 'wjob_1')
    held[0]!()
    await first
    expect(await jobs.get('acme', 'wjob_1')).toEqual(before)
    // Nor did it put anything on its way.
    expect(hook.received).toHaveLength(2)
    held[1]!()
    await second
    await until(async () => {
      now += 1_000
      await dispatcher.sweepReplays()
      expect(await dispatcher.ask(webhookDispatcher.queries.replayRead, { jobId: 'wjob_1' })).toMatchObject({
        state: 'finished',
        done: 2,
      })
    })
    expect(hook.received).toHaveLength(4)
  } finally {
    await dispatcher.stop()
    await hook.close()
    await store.close()
  }
}, 20_000)
