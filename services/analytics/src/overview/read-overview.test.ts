import type { Conversation, Message } from '@frontdesk/contracts'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Delivered, startTestAnalytics } from '../../testing/start-test-analytics.ts'
import { countPages } from '../pages/count-crawled-pages.ts'
import { listRows } from './list-rows.ts'
import { readOverview, titlesOf } from './read-overview.ts'

let platform: Awaited<ReturnType<typeof startTestAnalytics>>
beforeAll(async () => {
  platform = await startTestAnalytics()
})
afterAll(() => platform.close())

const steps = [
  'ask',
  'answer',
  'block',
  'fail',
  'escalate',
  'hand over',
  'reply',
  'note',
  'confirm',
  'assume',
  'reopen',
  'close',
  'rate',
  'target',
  'late',
  'tag',
] as const
const step = fc.record({
  conversation: fc.nat(4),
  step: fc.constantFrom(...steps),
  // The period ends within them, so that some are outside.
  minutes: fc.nat(4 * 24 * 60),
  value: fc.double({ min: 0, max: 1, noNaN: true }),
  pick: fc.nat(2),
  again: fc.option(fc.nat(30), { freq: 4 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const channels = ['api', 'email', 'sms'] as const
const start = Date.parse('2026-03-01T00:00:00Z')
const targets = ['firstResponse', 'nextResponse', 'resolution'] as const
const reasons = ['low_confidence', 'requested', 'rule'] as const

/** What chat would have published, in order. */
function historyOf(told: Step[]): Delivered[] {
  const events: Delivered[] = []
  const known = new Map<string, { conversation: Conversation; sequence: number; messages: number; ratedAt?: string }>()
  let now = start
  for (const { conversation: number, step, minutes, value, pick } of told) {
    now += (minutes * 60_000) / told.length
    const at = new Date(now).toISOString()
    const key = `cnv_${number}`
    const publish = (name: Delivered['name'], body: object) => {
      const current = known.get(key)!
      const conversation = { ...current.conversation, updatedAt: at }
      current.conversation = conversation
      events.push({ name, key, sequence: ++current.sequence, at, body: { conversation, ...body } })
    }
    if (!known.has(key)) {
      const conversation = { id: key, status: 'open', channel: channels[number % 3], tags: [], createdAt: at }
      known.set(key, { conversation: conversation as unknown as Conversation, sequence: 0, messages: 0 })
      publish('conversationCreated', {})
    }
    const current = known.get(key)!
    const set = (change: Partial<Conversation>) => {
      const { resolved: _, ...rest } = current.conversation
      current.conversation = { ...rest, ...change }
    }
    const say = (name: 'messageReceived' | 'messageSent', message: Partial<Message>) =>
      publish(name, {
        message: {
          id: `${key}-${++current.messages}`,
          conversationId: key,
          kind: 'message',
          createdAt: at,
          ...message,
        },
      })
    const sources = [{ sourceId: `src_${pick}` }, { sourceId: `src_${pick}` }, { sourceId: 'src_3' }] as any
    const blocking = [
      { policyId: 'pol_0', name: 'Pass', decision: 'pass' },
      { policyId: `pol_${pick}`, name: 'Topics', decision: 'block' },
    ] as any
    if (step === 'ask') {
      const wasOver = current.conversation.status === 'resolved' || current.conversation.status === 'closed'
      if (wasOver) set({ status: 'open' })
      say('messageReceived', { author: { kind: 'customer' } })
      if (wasOver) publish('conversationChanged', {})
    } else if (step === 'answer')
      say('messageSent', { author: { kind: 'ai' }, outcome: 'answered', confidence: value, sources })
    else if (step === 'block') say('messageSent', { author: { kind: 'ai' }, outcome: 'blocked', policies: blocking })
    else if (step === 'fail') say('messageSent', { author: { kind: 'system' }, outcome: 'failed' })
    else if (step === 'reply') say('messageSent', { author: { kind: 'agent' } })
    else if (step === 'note') say('messageSent', { author: { kind: 'agent' }, kind: 'note' })
    else if (step === 'escalate') {
      const reason = reasons[pick]!
      set({ status: 'escalated', escalation: { reason, at, summary: '', sourcesTried: [] } })
      const confidence = reason === 'low_confidence' ? { confidence: value } : {}
      say('messageSent', { author: { kind: 'ai' }, outcome: 'escalated', reason, ...confidence })
      say('messageSent', { author: { kind: 'system' }, outcome: 'waiting' })
      publish('conversationEscalated', { reason })
    } else if (step === 'hand over') {
      set({ status: 'escalated', escalation: { reason: 'requested', at, summary: '', sourcesTried: [] } })
      publish('conversationEscalated', { reason: 'requested' })
      publish('conversationChanged', {})
    } else if (step === 'confirm' || step === 'assume') {
      const how = step === 'confirm' ? 'confirmed' : 'assumed'
      set({ status: 'resolved', resolved: { by: pick === 0 ? 'agent' : 'ai', how } })
      publish('conversationResolved', { how })
      publish('conversationChanged', {})
    } else if (step === 'reopen') {
      set({ status: 'open' })
      publish('conversationChanged', {})
    } else if (step === 'close') {
      set({ status: 'closed' })
      publish('conversationChanged', {})
    } else if (step === 'target') {
      const result = value > 0.5 ? 'met' : 'breached'
      const sla = {
        ...{ policyId: `sla_${pick}`, policyName: `Policy ${pick}`, target: targets[pick], result },
        ...{ startedAt: at, dueAt: at, at, elapsedMs: Math.floor(value * 1_000) },
      }
      current.conversation = { ...current.conversation, ...(pick > 0 && { teamId: `tea_${pick}` }) }
      publish(result === 'met' ? 'conversationSlaMet' : 'conversationSlaBreached', { sla })
    } else if (step === 'late') {
      const sla = {
        ...{ policyId: `sla_${pick}`, policyName: `Policy ${pick}`, target: 'firstResponse' },
        ...{ startedAt: at, dueAt: at, at, elapsedMs: 1_000 + Math.floor(value * 1_000) },
      }
      publish('conversationSlaAnsweredLate', { sla })
    } else if (step === 'rate') {
      current.ratedAt ??= at
      publish('conversationRated', { rating: { score: 1 + Math.floor(value * 4), at: current.ratedAt } })
      publish('conversationChanged', {})
    } else {
      current.conversation = { ...current.conversation, tags: [`tag ${pick}`, `tag ${value > 0.5}`] }
      publish('conversationChanged', {})
    }
  }
  return events
}

const rank = (values: number[], share: number) =>
  values.length === 0 ? null : [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1]!
const countBy = (names: string[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]))

/** The overview, counted from the events alone. `fits` says which conversations count. */
function recount(events: Delivered[], from: string, to: string, fits: (key: string) => boolean = () => true) {
  const own = events.filter(({ key }) => fits(key))
  const inside = ({ at }: { at: string }) => at >= from && at < to
  const named = (...names: string[]) => own.filter(({ name }) => names.includes(name))
  const sent = named('messageSent').filter(inside)
  const ended = (outcome: string) => sent.filter(({ body }) => body.message.outcome === outcome)
  const questions = ['answered', 'blocked', 'escalated', 'failed'].flatMap(ended)
  const confidences = questions.flatMap(({ body }) => body.message.confidence ?? [])
  const escalations = named('conversationEscalated').filter(inside)
  const keys = [...new Set(own.map(({ key }) => key))]
  const responses: number[] = []
  const resolutions: { how: string; by: string; ms: number }[] = []
  for (const key of keys) {
    const mine = own.filter((each) => each.key === key)
    const asked = mine.find(({ name }) => name === 'messageReceived')
    const first = mine.find(
      ({ name, body: { message } }) =>
        name === 'messageSent' &&
        message.kind === 'message' &&
        (message.author.kind === 'agent' || message.outcome === 'answered'),
    )
    if (asked && first && first.at >= asked.at && inside(first))
      responses.push(Date.parse(first.at) - Date.parse(asked.at))
    // The last time it became resolved as it is, unless it was opened since.
    let resolved: { at: string; how: string; by: string } | undefined
    for (const { name, at, body } of mine) {
      if (name.startsWith('message')) continue
      const { status, resolved: is } = body.conversation
      if (is) resolved = resolved?.how === is.how ? resolved : { at, how: is.how, by: is.by }
      else if (status !== 'closed') resolved = undefined
    }
    if (resolved && inside(resolved)) {
      resolutions.push({ how: resolved.how, by: resolved.by, ms: Date.parse(resolved.at) - Date.parse(mine[0]!.at) })
    }
  }
  const ratings = keys.flatMap(
    (key) => own.findLast((each) => each.key === key && each.name === 'conversationRated') ?? [],
  )
  const scores = ratings
    .map(({ body }) => body.rating)
    .filter(inside)
    .map(({ score }) => score)
  const levels = own
    .filter(({ name }) => name.startsWith('conversationSla'))
    .map(({ body }) => body.sla)
    .filter(inside)
  const shares = (target: string) => {
    const of = (result: string) => levels.filter((each) => each.target === target && each.result === result).length
    return { met: of('met'), breached: of('breached') }
  }
  // Every first answer, in time or late.
  const answers = levels.filter(({ target, result }) => target === 'firstResponse' && result !== 'breached')
  const durations = (values: number[]) => ({ count: values.length, p50Ms: rank(values, 0.5), p90Ms: rank(values, 0.9) })
  return {
    conversations: named('conversationCreated').filter(inside).length,
    messages: named('messageReceived').filter(inside).length,
    questions: questions.length,
    answered: ended('answered').length,
    blocked: ended('blocked').length,
    failed: ended('failed').length,
    escalated: escalations.length,
    escalatedByReason: countBy(escalations.map(({ body }) => body.reason)),
    confidence: {
      count: confidences.length,
      mean:
        confidences.length === 0
          ? null
          : expect.closeTo(confidences.reduce((a, b) => a + b, 0) / confidences.length, 9),
      distribution: Array.from(
        { length: 10 },
        (_, i) => confidences.filter((value) => value * 10 >= i && (value * 10 < i + 1 || i === 9)).length,
      ),
    },
    firstResponse: durations(responses),
    resolved: {
      confirmed: resolutions.filter(({ how }) => how === 'confirmed').length,
      assumed: resolutions.filter(({ how }) => how === 'assumed').length,
    },
    resolvedBy: {
      ai: resolutions.filter(({ by }) => by === 'ai').length,
      agent: resolutions.filter(({ by }) => by === 'agent').length,
    },
    sla: {
      firstResponse: shares('firstResponse'),
      nextResponse: shares('nextResponse'),
      resolution: shares('resolution'),
      firstResponseTime: durations(answers.map(({ elapsedMs }) => elapsedMs)),
    },
    resolution: durations(resolutions.map(({ ms }) => ms)),
    rating: {
      count: scores.length,
      mean: scores.length === 0 ? null : scores.reduce((a, b) => a + b, 0) / scores.length,
      distribution: [1, 2, 3, 4, 5].map((score) => scores.filter((each) => each === score).length),
    },
  }
}

const sumOf = (counts: { met: number; breached: number }[], result: 'met' | 'breached') =>
  counts.reduce((sum, each) => sum + each[result], 0)
let tenants = 0

test('every number equals a recount from the events, however often they come, and as many rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (told) => {
      const tenant = `tenant-${tenants++}`
      const events = historyOf(told)
      const repeats = told.flatMap(({ again }) => again ?? [])
      for (const [i, event] of events.entries()) {
        await platform.deliver(event, tenant)
        // What was seen before may come again, long after.
        if (repeats.length > 0) await platform.deliver(events[repeats[i % repeats.length]! % (i + 1)]!, tenant)
      }
      const context = platform.as(tenant)
      const [from, to] = ['2026-03-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z']
      const overview = await readOverview({ from, to, by: 'tag' }, context)
      expect(overview).toMatchObject(recount(events, from, to))

      const tagsOf = (key: string): string[] =>
        events.findLast((each) => each.key === key && !each.name.startsWith('message'))!.body.conversation.tags
      for (const { key: tag, ...numbers } of overview.groups) {
        const fits = (key: string) => (tag === null ? tagsOf(key).length === 0 : tagsOf(key).includes(tag))
        expect(numbers).toEqual(recount(events, from, to, fits))
      }
      for (const day of ['2026-03-01', '2026-03-02']) {
        const { groups } = await readOverview({ from: day, to: day, by: 'day' }, context)
        const next = new Date(Date.parse(day) + 86_400_000).toISOString()
        expect(groups).toEqual([{ key: day, ...recount(events, `${day}T00:00:00.000Z`, next) }])
      }
      const counts = {
        conversations: overview.conversations,
        messages: overview.messages,
        questions: overview.questions,
        answered: overview.answered,
        blocked: overview.blocked,
        failed: overview.failed,
        escalated: overview.escalated,
        confidence: overview.confidence.count,
        first_response: overview.firstResponse.count,
        resolved_confirmed: overview.resolved.confirmed,
        resolved_assumed: overview.resolved.assumed,
        resolved_ai: overview.resolvedBy.ai,
        resolved_agent: overview.resolvedBy.agent,
        rating: overview.rating.count,
        sla_met: sumOf(overview.slaByPolicy, 'met'),
        sla_breached: sumOf(overview.slaByTeam, 'breached'),
        sources_used: overview.sources.used,
      }
      for (const [metric, count] of Object.entries(counts) as [keyof typeof counts, number][]) {
        const { items, nextCursor } = await listRows({ metric, from, to, limit: 100 }, context)
        expect({ metric, count: items.length, nextCursor }).toEqual({ metric, count, nextCursor: null })
      }
      for (const [i, count] of overview.rating.distribution.entries()) {
        const { items } = await listRows({ metric: 'rating', score: i + 1, from, to, limit: 100 }, context)
        expect(items).toHaveLength(count)
      }
      const withoutTag = await listRows({ metric: 'conversations', untagged: 'true', from, to, limit: 100 }, context)
      expect(withoutTag.items).toHaveLength(overview.groups.find(({ key }) => key === null)?.conversations ?? 0)
      for (const { slaPolicyId, met } of overview.slaByPolicy) {
        const { items } = await listRows({ metric: 'sla_met', slaPolicyId, from, to, limit: 100 }, context)
        expect(items).toHaveLength(met)
      }
      for (const { teamId, breached } of overview.slaByTeam) {
        if (teamId === null) continue
        const { items } = await listRows({ metric: 'sla_breached', teamId, from, to, limit: 100 }, context)
        expect(items).toHaveLength(breached)
      }
      const used = events.filter(
        ({ name, at, body }) => name === 'messageSent' && body.message.sources && at >= from && at < to,
      )
      const ids = used.flatMap(({ body }) => [...new Set(body.message.sources.map(({ sourceId }: any) => sourceId))])
      expect(Object.fromEntries(overview.sources.mostUsed.map(({ sourceId, count }) => [sourceId, count]))).toEqual(
        countBy(ids as string[]),
      )
      const byPolicy = events.filter(
        ({ name, at, body }) => name === 'messageSent' && body.message.outcome === 'blocked' && at >= from && at < to,
      )
      expect(Object.fromEntries(overview.blockedByPolicy.map(({ policyId, count }) => [policyId, count]))).toEqual(
        countBy(byPolicy.map(({ body }) => body.message.policies[1].policyId)),
      )
    }),
    { numRuns: runs(50) },
  )
})

test('sources that answer and were never used are listed, those that are gone are not', async () => {
  const told = (id: string, sequence: number, change: string, liveVersion: number | null): Delivered => ({
    name: 'knowledgeUpdated',
    key: id,
    sequence,
    at: '2026-03-02T00:00:00.000Z',
    body: { source: { id, title: id, added: `2026-03-0${id}T00:00:00Z`, liveVersion }, change },
  })
  const lives = [told('1', 1, 'created', 1), told('2', 1, 'created', 1), told('3', 1, 'failed', null)]
  for (const event of [...lives, told('1', 2, 'deleted', null), lives[0]!]) await platform.deliver(event, 'sources')
  const { sources } = await readOverview({}, platform.as('sources'))
  expect(sources).toEqual({ used: 0, unused: 1, mostUsed: [], neverUsed: [{ sourceId: '2', title: '2' }] })
  const rows = await listRows({ metric: 'sources_unused', limit: 100 }, platform.as('sources'))
  expect(rows.items).toMatchObject([{ sourceId: '2', count: 0 }])
})

test('titles of sources are shown as the policies let them out', async () => {
  const context = platform.as('masked')
  for (const [i, title] of ['Ask anna@example.com', 'forbidden'].entries()) {
    const source = { id: `${i}`, title, added: '2026-03-01T00:00:00Z', liveVersion: 1 }
    const at = '2026-03-02T00:00:00.000Z'
    const body = { source, change: 'created' }
    await platform.deliver({ name: 'knowledgeUpdated', key: `${i}`, sequence: 1, at, body }, 'masked')
  }
  platform.policies.masks = /\S+@\S+/g
  try {
    const shown = ['Ask ****************', '']
    const { sources } = await readOverview({}, context)
    expect(sources.neverUsed.map(({ title }) => title)).toEqual(shown)
    const { items } = await listRows({ metric: 'sources_unused', limit: 100 }, context)
    expect(items.map(({ title }) => title)).toEqual(shown)
    expect([...(await titlesOf(['0', '1'], context)).values()]).toEqual(shown)
  } finally {
    platform.policies.masks = /^(?!)/g
  }
})

test('fetched pages count on the day of their crawl, once', async () => {
  const crawled = (sequence: number, at: string, pages: number): Delivered => ({
    name: 'crawlFinished',
    key: 'crl_1',
    sequence,
    at,
    body: { pages: Array.from({ length: pages }, () => ({})) },
  })
  const days = [crawled(1, '2026-03-02T23:59:59.999Z', 3), crawled(2, '2026-03-04T00:00:00.000Z', 5)]
  for (const event of [...days, ...days, crawled(3, '2026-03-05T00:00:00.000Z', 7)])
    await platform.deliver(event, 'pages')
  const counted = await countPages({ from: '2026-03-02', to: '2026-03-04' }, platform.as('pages'))
  expect(counted.days).toEqual([
    { day: '2026-03-02', count: 3 },
    { day: '2026-03-04', count: 5 },
  ])
})
