import { z } from 'zod'
import { limits } from './limits.ts'
import { oneLineName } from './one-line.ts'
import { triedPolicies } from './policy-engine.ts'
import { channel, failure, outcome, policyDecision, progress, timestamp } from './records.ts'
import { threshold } from './simulation.ts'

const name = z.string().max(200).overwrite(oneLineName).min(1)
const phrase = z.string().max(500).trim().min(1)
const phrases = z.union([phrase, z.array(phrase).min(1).max(20)])
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value), 'utf8')

/** What a turn has to come to. All of it has to hold; nothing said, any outcome will do. */
export const expectation = z
  .strictObject({
    outcome: outcome.exclude(['failed']).optional(),
    source: phrase.optional().describe('Id or title of a source that the answer cites'),
    contains: phrases.optional().describe('Occurs in the content, in upper or lower case'),
    notContains: phrases.optional(),
    minConfidence: z.number().min(0).max(1).optional(),
    maxConfidence: z.number().min(0).max(1).optional(),
    policy: phrase.optional().describe('Name, type or id of a policy that blocked or changed something'),
    reason: phrase.optional().describe('Occurs in the reason of a block or handover, in upper or lower case'),
  })
  .refine(({ minConfidence = 0, maxConfidence = 1 }) => minConfidence <= maxConfidence, {
    path: ['maxConfidence'],
    message: 'is less than minConfidence',
  })
export type Expectation = z.output<typeof expectation>

/** One conversation: each turn has the ones before it, and their answers, as its history. */
export const scenario = z.strictObject({
  name,
  turns: z
    .array(
      z.strictObject({
        message: z.string().min(1).max(limits.messageCharacters),
        expect: expectation.default({}),
      }),
    )
    .min(1)
    .max(limits.scenarioTurns),
  policies: triedPolicies.optional(),
  threshold: threshold.optional(),
  channel: channel.optional(),
})
export type Scenario = z.output<typeof scenario>

const distinct = (names: string[]) => names.flatMap((each, i) => (names.indexOf(each) < i ? [i] : []))

const scenarios = z
  .array(scenario)
  .min(1)
  .max(limits.suiteScenarios)
  .superRefine((all, context) => {
    const refuse = (message: string, path: (string | number)[] = []) =>
      context.addIssue({ code: 'custom', message, path })
    for (const i of distinct(all.map((each) => each.name))) refuse('Another scenario has this name.', [i, 'name'])
    const turns = all.reduce((sum, each) => sum + each.turns.length, 0)
    if (turns > limits.suiteTurns) refuse(`A suite has at most ${limits.suiteTurns} turns; this one has ${turns}.`)
    if (bytesOf(all) > limits.suiteBytes) {
      refuse(`The scenarios of a suite have at most ${limits.suiteBytes / 1024} kB as JSON.`)
    }
  })
const description = z.string().max(2_000)

/** A test suite as a client writes it, and as its file holds it. */
export const suiteContent = z.strictObject({ name, description: description.optional(), scenarios })
export type SuiteContent = z.output<typeof suiteContent>

/** A test suite as it is kept. */
export const suite = z.object({ id: z.string(), ...suiteContent.shape, createdAt: timestamp, updatedAt: timestamp })
export type Suite = z.output<typeof suite>

/** Any field; `description: null` takes it away. */
export const suitePatch = z.strictObject({
  name: name.optional(),
  description: description.nullable().optional(),
  scenarios: scenarios.optional(),
})

/** Under what a suite is run. What it says comes before what a scenario says, and that before what the tenant has. */
export const configuration = z.strictObject({
  name: z.string().max(100).overwrite(oneLineName).min(1),
  policies: triedPolicies.optional(),
  threshold: threshold.optional(),
})
export type Configuration = z.output<typeof configuration>

/** How a run is started: under one configuration, or several that are compared. */
export const runInput = z
  .strictObject({
    policies: triedPolicies.optional(),
    threshold: threshold.optional(),
    configurations: z.array(configuration).min(1).max(limits.suiteConfigurations).optional(),
  })
  .superRefine(({ configurations, ...one }, context) => {
    const refuse = (message: string, path: (string | number)[]) => context.addIssue({ code: 'custom', message, path })
    if (configurations && bytesOf(one) > 2) {
      refuse('Give either `configurations`, or `policies` and `threshold`.', ['configurations'])
    }
    for (const i of distinct((configurations ?? []).map((each) => each.name))) {
      refuse('Another configuration has this name.', ['configurations', i, 'name'])
    }
    if (bytesOf(configurations ?? one) > limits.configurationBytes) {
      refuse(`The configurations have at most ${limits.configurationBytes / 1024} kB as JSON.`, ['configurations'])
    }
  })
export type RunInput = z.output<typeof runInput>

export const verdict = z.enum(['passed', 'failed', 'pending'])

/** What a turn came to. `reason` is that of a block or hand-over. */
export const turnResult = z.object({
  outcome,
  content: z.string(),
  confidence: z.number(),
  sources: z.array(z.object({ sourceId: z.string(), title: z.string() })),
  policies: z.array(policyDecision).describe('Those that blocked or changed something'),
  reason: z.string().nullable(),
  error: failure.optional().describe('Why there is no outcome'),
})
export type TurnResult = z.output<typeof turnResult>

export const expectationVerdict = z.object({
  expectation: z.string().describe('The name of the expectation, or `completes`: that there is an outcome'),
  expected: z.string(),
  came: z.string(),
  passed: z.boolean(),
})
export type ExpectationVerdict = z.output<typeof expectationVerdict>

export const turnReport = turnResult.extend({
  message: z.string(),
  verdict,
  expectations: z.array(expectationVerdict),
})
export type TurnReport = z.output<typeof turnReport>

/** What became of a scenario under each configuration; turns that have not been run yet are absent. */
export const scenarioReport = z.object({
  name: z.string(),
  verdict,
  policies: z
    .array(z.string())
    .optional()
    .describe('Names of the policies in place of the tenant’s, where the scenario has its own'),
  configurations: z.array(z.object({ name: z.string(), verdict, turns: z.array(turnReport) })),
  differences: z
    .array(z.object({ turn: z.number().int(), field: z.string(), values: z.record(z.string(), z.string()) }))
    .describe('Where the configurations differ: the turn (from 1), what differs, and the value for each configuration'),
})
export type ScenarioReport = z.output<typeof scenarioReport>

/** A run without what its scenarios came to. `jobId` is its id. */
export const suiteRun = z.object({
  id: z.string(),
  jobId: z.string(),
  suiteId: z.string(),
  suite: z.string().describe('The name that the suite had'),
  state: z.enum(['running', 'finished']),
  verdict: verdict.describe('`pending` until it is finished, or a scenario failed'),
  progress: progress,
  configurations: z.array(
    z.object({
      name: z.string(),
      threshold: z.number().optional(),
      policies: z.array(z.string()).optional().describe('Names of the policies in place of others'),
      passed: z.number().int().describe('Scenarios'),
      failed: z.number().int(),
      pending: z.number().int(),
    }),
  ),
  createdAt: timestamp,
  finishedAt: timestamp.optional(),
})
export type SuiteRun = z.output<typeof suiteRun>

/** A run as the API shows it. */
export const suiteRunReport = suiteRun.extend({ scenarios: z.array(scenarioReport) })
