import {
  chat as chatContracts,
  type InputOf,
  limits,
  type ScenarioReport,
  ServiceError,
  type Suite,
  type SuiteRun,
} from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { chunkOf, delivery, eventually, type TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { suiteCollections } from './suite-documents.ts'

const chats = useChats()
const { start } = chats

type Content = InputOf<typeof chatContracts.queries.suiteCreate>['suite']
const question = 'How long does delivery take?'
const ask = (message = question, expect: Content['scenarios'][0]['turns'][0]['expect'] = { outcome: 'answered' }) => ({
  message,
  expect,
})
const scenariosOf = (count: number, turns = 2): Content['scenarios'] =>
  Array.from({ length: count }, (_, i) => ({
    name: `Scenario ${i}`,
    turns: Array.from({ length: turns }, () => ask()),
  }))

let operations = 0
const make = (chat: TestChat, content: Partial<Content> = {}, operationId = `suite-${operations++}`): Promise<Suite> =>
  chat.context.ask(chatContracts.queries.suiteCreate, {
    operationId,
    suite: { name: 'Delivery', scenarios: scenariosOf(2), ...content },
  })
const run = (chat: TestChat, { id }: Suite, body = {}, operationId = `run-${operations++}`): Promise<SuiteRun> =>
  chat.context.ask(chatContracts.queries.suiteRunStart, { operationId, suiteId: id, run: body })
const ended = async (chat: TestChat, { suiteId, id }: SuiteRun): Promise<SuiteRun> => {
  let found!: SuiteRun
  await eventually(async () => {
    found = await chat.context.ask(chatContracts.queries.suiteRunRead, { suiteId, runId: id })
    expect(found.state).toBe('finished')
  })
  return found
}
const reportOf = async (chat: TestChat, { suiteId, id }: SuiteRun): Promise<ScenarioReport[]> => {
  const items: ScenarioReport[] = []
  for (let cursor: string | null = '0'; cursor !== null && items.length <= 100; ) {
    const page: { items: ScenarioReport[]; nextCursor: string | null } = await chat.context.ask(
      chatContracts.queries.suiteRunReportRead,
      {
        suiteId,
        runId: id,
        cursor,
      },
    )
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}
const countOf = async (chat: TestChat) =>
  Promise.all(
    Object.values(suiteCollections).map(async (definition) =>
      (await chat.documents.collection(definition as never)).count('acme'),
    ),
  )

it('the same operation creates one suite and one run', async () => {
  const chat = await start()
  const [one, two] = [await make(chat, {}, 'same'), await make(chat, { name: 'Other' }, 'same')]
  expect(two).toEqual(one)
  const first = await run(chat, one, {}, 'same')
  await ended(chat, first)
  const second = await run(chat, one, {}, 'same')
  expect(second).toMatchObject({ id: first.id, state: 'finished' })
  expect((await chat.context.ask(chatContracts.queries.suiteRunList, { suiteId: one.id })).items).toHaveLength(1)
})

it('a run of a crashed process continues where it was, with the same plan', async () => {
  let hold = true
  const { promise: held, resolve: reached } = Promise.withResolvers<void>()
  let asked = 0
  const find = async () => {
    asked++
    if (asked > 3 && hold) {
      reached()
      throw new ServiceError('unavailable')
    }
    return [chunkOf(delivery)]
  }
  const dying = await start({ find })
  const suite = await make(dying)
  const started = await run(dying, suite)
  await held
  await chats.stop()
  hold = false

  const next = await start({ find })
  await next.context.ask(chatContracts.queries.suiteUpdate, {
    suiteId: suite.id,
    patch: { scenarios: scenariosOf(1, 1) },
  })
  const finished = await ended(next, started)
  expect(finished).toMatchObject({ verdict: 'passed', progress: { done: 4, total: 4 } })
  const report = await reportOf(next, finished)
  expect(report.map(({ configurations }) => configurations[0]!.turns.length)).toEqual([2, 2])
}, 20_000)

it('two processes work on one run without losing a turn or counting it twice', async () => {
  const [here, there] = [await start(), await start()]
  const suite = await make(here, { scenarios: scenariosOf(12, 3) })
  const runs = await Promise.all([run(here, suite), run(there, suite), run(here, suite)])
  for (const each of runs) {
    expect(await ended(there, each)).toMatchObject({
      verdict: 'passed',
      progress: { done: 36, total: 36 },
      configurations: [{ passed: 12, failed: 0, pending: 0 }],
    })
  }
})

it('a process that lost its lease in the middle of a turn changes nothing afterwards', async () => {
  let now = Date.now()
  const clock = { now: () => now }
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: held, resolve: reached } = Promise.withResolvers<void>()
  const slow = async (text: string) => {
    if (text === question) {
      reached()
      await until
    }
    return [chunkOf(delivery)]
  }
  const here = await start({ clock, find: slow })
  const suite = await make(here)
  const started = await run(here, suite)
  await held
  now += 60_000
  const there = await start({ clock })
  const finished = await ended(there, started)
  expect(finished).toMatchObject({ verdict: 'passed', progress: { done: 4, total: 4 } })
  goOn()
  const other = await make(here, { scenarios: [{ name: 'Other', turns: [ask(`${question} Really?`)] }] })
  await ended(here, await run(here, other))
  expect(await here.context.ask(chatContracts.queries.suiteRunRead, { suiteId: suite.id, runId: started.id })).toEqual(
    finished,
  )
})

it('a temporary failure is retried; a permanent one becomes the result of the turn, and the run continues', async () => {
  let asked = 0
  const find = async (text: string) => {
    if (text.includes('Norway')) throw new ServiceError('internal')
    if (++asked === 1) throw new ServiceError('unavailable')
    return [chunkOf(delivery)]
  }
  const chat = await start({ find })
  const scenarios = [
    { name: 'stays', turns: [ask(`${question} To Norway?`), ask()] },
    { name: 'passes', turns: [ask()] },
  ]
  const finished = await ended(chat, await run(chat, await make(chat, { scenarios })))
  expect(finished).toMatchObject({ verdict: 'failed', configurations: [{ passed: 1, failed: 1 }] })
  const [stays, passes] = await reportOf(chat, finished)
  expect(passes!.verdict).toBe('passed')
  const [lost, after] = stays!.configurations[0]!.turns
  expect(lost).toMatchObject({ outcome: 'failed', error: { code: 'internal' }, verdict: 'failed' })
  expect(lost!.expectations).toEqual([
    { expectation: 'completes', expected: 'an outcome', came: expect.stringContaining('internal'), passed: false },
  ])
  expect(after).toMatchObject({ outcome: 'answered', verdict: 'passed' })
}, 40_000)

it('deleting a suite deletes its runs, also a running one', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
  const { promise: held, resolve: reached } = Promise.withResolvers<void>()
  let asked = 0
  const find = async () => {
    if (++asked === 4) reached()
    if (asked >= 4) await until
    return [chunkOf(delivery)]
  }
  const chat = await start({ find })
  const suite = await make(chat)
  const started = await run(chat, suite)
  await held
  await chat.context.ask(chatContracts.queries.suiteDelete, { suiteId: suite.id })
  goOn()
  // Longer than the turn that is under way.
  await ended(chat, await run(chat, await make(chat)))
  await eventually(async () => expect(await countOf(chat)).toEqual([1, 1, 1, 4]))
  const gone = { suiteId: suite.id, runId: started.id }
  await expect(chat.context.ask(chatContracts.queries.suiteRunRead, gone)).rejects.toMatchObject({ code: 'not_found' })
})

it('a suite keeps a limited number of runs; a new one removes the oldest finished run', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const chat = await start({ clock: { now: () => now++ } })
  const suite = await make(chat, { scenarios: scenariosOf(1, 1) })
  const first = await run(chat, suite)
  await ended(chat, first)
  for (let i = 0; i < limits.suiteRuns; i++) await ended(chat, await run(chat, suite))
  const { items } = await chat.context.ask(chatContracts.queries.suiteRunList, { suiteId: suite.id, limit: 100 })
  expect(items).toHaveLength(limits.suiteRuns)
  expect(items.map(({ id }) => id)).not.toContain(first.id)
  expect((await countOf(chat)).slice(1)).toEqual([50, 50, 50])
}, 40_000)

it('large suites and their reports come in pages that fit into a message, without gaps or duplicates', async () => {
  const chat = await start({ find: () => [chunkOf(`${delivery} ${'Parcels wait here. '.repeat(120)}`)] })
  const long = 'å'.repeat(250)
  const scenarios = Array.from({ length: 12 }, (_, i) => ({
    name: `Scenario ${i}`,
    turns: Array.from({ length: 4 }, () => ask(question, { notContains: [long, `${long}s`] })),
  }))
  for (let i = 0; i < 6; i++) await make(chat, { name: `Suite ${i}`, scenarios: scenarios })
  const names: string[] = []
  let pages = 0
  for (let cursor: string | null | undefined; cursor !== null && pages < 10; pages++) {
    const page: { items: Suite[]; nextCursor: string | null } = await chat.context.ask(
      chatContracts.queries.suiteList,
      {
        limit: 100,
        ...(cursor && { cursor }),
      },
    )
    names.push(...page.items.map(({ name }) => name))
    cursor = page.nextCursor
  }
  expect(pages).toBeGreaterThan(1)
  expect(names.sort()).toEqual(Array.from({ length: 6 }, (_, i) => `Suite ${i}`))

  const configurations = ['a', 'b', 'c'].map((name) => ({ name }))
  const suite = await make(chat, { scenarios: scenarios })
  const finished = await ended(chat, await run(chat, suite, { configurations }))
  const { nextCursor } = await chat.context.ask(chatContracts.queries.suiteRunReportRead, {
    suiteId: suite.id,
    runId: finished.id,
  })
  expect(nextCursor).not.toBeNull()
  const report = await reportOf(chat, finished)
  expect(report.map(({ name }) => name)).toEqual(scenarios.map(({ name }) => name))
  expect(report.every(({ verdict }) => verdict === 'passed')).toBe(true)
}, 40_000)
