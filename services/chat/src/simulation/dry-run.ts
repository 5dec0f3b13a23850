import { type Policy, policyEngine, type Query, retrieval, type Simulation } from '@frontdesk/contracts'
import type { Models } from '@frontdesk/models'
import type { ChatContext } from '../context.ts'

type Timings = Simulation['timings']
type Step = Exclude<keyof Timings, 'totalMs'>

/** The step of the pipeline that each of its questions is. */
const stepOf = new Map<Query, Step>([
  [policyEngine.queries.messageScreen, 'screenMs'],
  [retrieval.queries.chunksFind, 'findMs'],
  [policyEngine.queries.answerFilter, 'filterMs'],
  [policyEngine.queries.textsRelease, 'citeMs'],
])

export type DryRun = {
  /** For the pipeline only: commit, publish and detach throw. */
  context: ChatContext
  /** The set that the question was screened under, once it was. */
  policies(): Policy[] | undefined
  timings(): Timings
}

const refuse = () => {
  throw new Error('a simulation stores and publishes nothing')
}

/** What of a context writes, publishes, or leads to one that does. */
const refused = { event: refuse, commit: refuse, detach: refuse, forTenant: refuse, trace: refuse }

/** Only what reads of a collection. */
const readOnly = <T extends object>(collection: T): T =>
  new Proxy(collection, {
    get(target, name) {
      if (!['get', 'getMany', 'find', 'count'].includes(String(name))) return refuse
      return (Reflect.get(target, name) as () => unknown).bind(target)
    },
  })

const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000

/**
 * A context in which the pipeline runs as ever, but can neither store nor publish, and which measures its steps from
 * outside, so that the pipeline is the same whoever runs it. With a trial, searches find its version of a source in place of the live one.
 */
export function dryRun(live: ChatContext, { trialId }: { trialId?: string | undefined } = {}): DryRun {
  const started = performance.now()
  const spent: Partial<Record<Step, number>> = {}
  /** How often a step is under way just now, and since when: what runs side by side counts once. */
  const underWay = new Map<Step, { count: number; since: number }>()
  let policies: Policy[] | undefined
  /** When the pipeline had its chunks, until it goes on to the model. */
  let foundAt: number | undefined

  const add = (step: Step, since: number) => {
    spent[step] = (spent[step] ?? 0) + performance.now() - since
  }
  async function measured<T>(step: Step | undefined, work: () => Promise<T>): Promise<T> {
    if (!step) return work()
    const now = underWay.get(step) ?? { count: 0, since: performance.now() }
    underWay.set(step, { ...now, count: now.count + 1 })
    try {
      return await work()
    } finally {
      const { count, since } = underWay.get(step)!
      if (count > 1) underWay.set(step, { count: count - 1, since })
      else {
        underWay.delete(step)
        add(step, since)
      }
    }
  }
  const judged = () => {
    if (foundAt !== undefined) add('judgeMs', foundAt)
    foundAt = undefined
  }

  const ask: ChatContext['ask'] = async (contract, body, options) => {
    const isTrial = trialId !== undefined && contract === retrieval.queries.chunksFind
    const asked = isTrial ? { ...(body as object), trialId } : body
    const reply = await measured(stepOf.get(contract), () => live.ask(contract, asked as typeof body, options))
    if (contract === retrieval.queries.chunksFind) foundAt = performance.now()
    // Passages are screened under a part of the set afterwards.
    if (contract === policyEngine.queries.messageScreen) policies ??= (reply as { policies: Policy[] }).policies
    return reply
  }

  const answer: Models['answer'] = async function* (request, options) {
    judged()
    const since = performance.now()
    try {
      yield* live.models.answer(request, options)
    } finally {
      add('generateMs', since)
    }
  }
  const judge: Models['judge'] = (request, options) => measured('judgeMs', () => live.models.judge(request, options))
  const models = new Proxy(live.models, {
    get(target, name) {
      if (name === 'answer') return answer
      if (name === 'judge') return judge
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

  const collections = Object.fromEntries(
    Object.entries(live.collections).map(([name, collection]) => [name, readOnly(collection)]),
  ) as unknown as ChatContext['collections']

  return {
    context: { ...live, ask, models, collections, ...refused },
    policies: () => policies,
    timings() {
      judged()
      const steps = Object.entries(spent).map(([step, ms]) => [step, rounded(ms)])
      return { ...Object.fromEntries(steps), totalMs: rounded(performance.now() - started) }
    },
  }
}
