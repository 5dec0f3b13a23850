import { recalibrate } from '@frontdesk/answers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Delivered, startTestAnalytics } from '../../testing/start-test-analytics.ts'
import { proposeAnswer } from '../gaps/propose-answer.ts'
import { listRows } from '../overview/list-rows.ts'
import { readOverview } from '../overview/read-overview.ts'
import { readTopics } from '../overview/read-topics.ts'

let platform: Awaited<ReturnType<typeof startTestAnalytics>>
beforeAll(async () => {
  platform = await startTestAnalytics()
})
afterAll(() => platform.close())

/** What chat publishes of one conversation, a minute apart. */
function story(key: string, day = 1) {
  const events: Delivered[] = []
  let conversation: object = { id: key, status: 'open', channel: 'api', tags: [] }
  const publish = (name: Delivered['name'], body: object = {}) => {
    const at = new Date(
      Date.parse('2026-03-01T00:00:00Z') + (day - 1) * 86_400_000 + events.length * 60_000,
    ).toISOString()
    conversation = { createdAt: at, ...conversation, updatedAt: at }
    events.push({ name, key, sequence: events.length + 1, at, body: { conversation, ...body } })
  }
  const set = ({ resolved, ...change }: Record<string, unknown>) => {
    const { resolved: _, ...rest } = conversation as Record<string, unknown>
    conversation = { ...rest, ...change, ...(resolved !== undefined && { resolved }) }
  }
  publish('conversationCreated')
  const told = {
    events,
    receive(id: string) {
      const createdAt = `2026-03-01T00:${String(events.length).padStart(2, '0')}:00.000Z`
      publish('messageReceived', { message: { id, createdAt } })
      return told
    },
    answer(id: string, confidence: number, sources: string[] = []) {
      const at = new Date(Date.parse('2026-03-01T00:00:00Z') + (day - 1) * 86_400_000 + events.length * 60_000)
      publish('messageSent', {
        message: {
          ...{ id, kind: 'message', author: { kind: 'ai' }, outcome: 'answered', confidence },
          ...{ answerability: confidence },
          ...{ createdAt: at.toISOString(), sources: sources.map((sourceId) => ({ sourceId })) },
        },
      })
      return told
    },
    rate(messageId: string, helpful: boolean) {
      publish('messageRated', { feedback: { messageId, helpful, at: '' } })
      return told
    },
    resolve(by: 'ai' | 'agent', how: 'confirmed' | 'assumed') {
      set({ status: 'resolved', resolved: { by, how } })
      publish('conversationResolved', { how })
      return told
    },
    reopen() {
      set({ status: 'open' })
      publish('conversationChanged')
      return told
    },
    handOver(reason: string) {
      set({ status: 'escalated', escalation: { reason, at: '2026-03-01T00:00:00Z' } })
      publish('conversationEscalated', { reason })
      return told
    },
    tag(...tags: string[]) {
      set({ tags })
      publish('conversationChanged')
      return told
    },
  }
  return told
}

test('answers are judged by what customers said and did after them, however often that is told', async () => {
  const stories = [
    story('helped').answer('a1', 0.9).rate('a1', false).rate('a1', true),
    // It is what the customer said that counts, not that they went on to a person.
    story('said').answer('b1', 0.95).rate('b1', true).handOver('requested'),
    story('asked').answer('c1', 0.92).answer('c2', 0.35).handOver('requested'),
    story('confirmed').answer('d1', 0.31).resolve('ai', 'confirmed'),
    // Opened again: not the answer that came later, which is not judged yet.
    story('again').answer('e1', 0.99).resolve('ai', 'confirmed').reopen().answer('e2', 0.98),
    story('unknown').answer('f1', 0.5).handOver('rule').resolve('agent', 'confirmed').reopen(),
    story('assumed').answer('g1', 1).resolve('ai', 'assumed'),
  ]
  for (const { events } of stories) {
    for (const [i, event] of events.entries()) {
      await platform.deliver(event)
      for (const earlier of events.slice(0, i + 1)) await platform.deliver(earlier)
    }
  }
  const { calibration } = await readOverview({ from: '2026-03-01', to: '2026-03-01' }, platform.as())
  const shown = calibration.bins.filter(({ answers }) => answers > 0)
  expect(shown).toEqual([
    { from: 0.3, to: 0.4, answers: 2, right: 1, wrong: 1, predicted: expect.closeTo(0.33, 9) },
    { from: 0.5, to: 0.6, answers: 1, right: 0, wrong: 0, predicted: null },
    { from: 0.9, to: 1, answers: 6, right: 2, wrong: 1, predicted: expect.closeTo((0.9 + 0.95 + 0.99) / 3, 9) },
  ])
  expect(calibration.judged).toBe(5)
  expect(calibration.error).toBeCloseTo((Math.abs(0.66 - 1) + Math.abs(2.84 - 2)) / 5, 9)

  const rowsOf = async (more: object) => {
    const { items } = await listRows(
      { metric: 'judged', from: '2026-03-01', to: '2026-03-01', limit: 100, ...more },
      platform.as(),
    )
    return items.map(({ messageId }) => messageId).sort()
  }
  expect(await rowsOf({})).toEqual(['a1', 'b1', 'c2', 'd1', 'e1'])
  expect(await rowsOf({ judged: 'wrong', minConfidence: 0.9, maxConfidence: 1 })).toEqual(['e1'])
  expect(await rowsOf({ metric: 'answered', minConfidence: 0.9, maxConfidence: 1 })).toHaveLength(6)
  expect(await rowsOf({ minConfidence: 0.3, maxConfidence: 0.4 })).toEqual(['c2', 'd1'])
})

test('topics are counted by day, or by week in a long period, and their rows are as many', async () => {
  const told = [
    story('t1', 1).answer('t1a', 0.5, ['src_a']).tag('returns', 'vip'),
    story('t2', 2).answer('t2a', 0.5, ['src_a', 'src_b']).tag('returns'),
    story('t3', 2).answer('t3a', 0.5),
  ]
  for (const { events } of told) for (const event of events) await platform.deliver(event, 'topics')
  const context = platform.as('topics')
  const days = { from: '2026-03-01', to: '2026-03-03' }
  expect(await readTopics({ ...days, by: 'tag' }, context)).toMatchObject({
    step: 'day',
    periods: [{ from: '2026-03-01T00:00:00.000Z' }, {}, { to: '2026-03-04T00:00:00.000Z' }],
    topics: [
      { key: 'returns', title: 'returns', count: 2, counts: [1, 1, 0] },
      { key: 'vip', count: 1, counts: [1, 0, 0] },
    ],
  })
  const bySource = await readTopics({ ...days, by: 'source' }, context)
  expect(bySource.topics.map(({ key, counts }) => [key, counts])).toEqual([
    ['src_a', [1, 1, 0]],
    ['src_b', [0, 1, 0]],
  ])
  const long = await readTopics({ from: '2026-01-01', to: '2026-03-03', by: 'tag' }, context)
  expect(long.step).toBe('week')
  expect(long.periods).toHaveLength(9)
  expect(long.periods[0]!.from).toBe('2026-01-01T00:00:00.000Z')
  expect(long.topics[0]).toMatchObject({ key: 'returns', count: 2 })
  for (const [i, part] of long.periods.entries()) {
    const { items } = await listRows({ metric: 'conversations', tag: 'returns', ...part, limit: 100 }, context)
    expect(items).toHaveLength(long.topics[0]!.counts[i]!)
  }
})

test('an answer that an agent corrected is wrong, unless the customer wrote in between', async () => {
  const stories = [
    story('replaced').receive('ra').answer('rb', 0.9).rate('rb', true),
    story('other').receive('oa').answer('ob', 0.9).receive('oc'),
  ]
  for (const { events } of stories) for (const event of events) await platform.deliver(event, 'corrected')
  for (const conversationId of ['replaced', 'other']) {
    const messageId = `reply-${conversationId}`
    const content = 'In a week.'
    platform.said.push({ id: messageId, conversationId, content, ...({ author: { kind: 'agent' } } as object) })
    await proposeAnswer(
      {
        ...{ operationId: messageId, conversationId, messageId, question: 'When?', title: 'When', text: content },
        actor: { kind: 'agent', id: 'agt_1' },
      },
      platform.as('corrected'),
    )
  }
  const asked = { metric: 'judged', from: '2026-03-01', to: '2026-03-01', limit: 100 } as const
  const { items } = await listRows(asked, platform.as('corrected'))
  expect(items.map(({ messageId, judged }) => [messageId, judged])).toEqual([['rb', 'wrong']])
})

test('a tenant’s judged answers correct its confidence, at most once an hour, and no other tenant’s', async () => {
  const stories = Array.from({ length: 40 }, (_, i) =>
    story(`sure${i}`)
      .answer(`sure${i}a`, 0.8)
      .rate(`sure${i}a`, i % 4 === 0),
  )
  const recalibrationIn = async (tenant: string) =>
    (await readOverview({ from: '2026-03-01', to: '2026-03-01' }, platform.as(tenant))).calibration.recalibration
  for (const { events } of stories.slice(1)) for (const event of events) await platform.deliver(event, 'sure')
  expect(await recalibrationIn('sure')).toMatchObject({ judged: 1, fit: null })
  platform.clock.at += 3_600_000
  for (const event of stories[0]!.events) await platform.deliver(event, 'sure')
  const { judged, fit } = (await recalibrationIn('sure'))!
  expect(judged).toBe(40)
  // A quarter was right; the prior holds some of it back.
  const corrected = recalibrate(0.8, fit!)
  expect(corrected).toBeGreaterThan(0.25)
  expect(corrected).toBeLessThan(0.6)
  expect(await recalibrationIn('unsure')).toBeNull()
})
