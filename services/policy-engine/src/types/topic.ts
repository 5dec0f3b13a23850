import { type Fault, topicFilterConfig } from '@frontdesk/contracts'
import { plainWords } from '@frontdesk/language'
import { matchExamples } from '../topics/match-examples.ts'
import { matchTopics } from '../topics/match-topics.ts'
import type { PolicyOf, PolicyType, Tools } from './policy-type.ts'

type TopicFilter = PolicyOf<'Topic Filter'>

/** Blocks a text that is on one of the policy's topics. */
export const topicFilter: PolicyType<'Topic Filter'> = {
  config: topicFilterConfig,
  holds: 'answer',
  sets: null,
  before: async (policy, { text, forModels }, tools) => decide(await judgeTopics(policy, text, forModels, tools)),
  async after(policy, { text }, tools) {
    const reason = await judgeTopics(policy, text, () => text, tools)
    return { ...decide(reason), text: reason === undefined ? text : '' }
  },
  faults: ({ topics }) => topics.flatMap((topic, i) => topicFaults(topic, `config.topics.${i}`)),
}

const decide = (reason: string | undefined) =>
  reason === undefined
    ? ({ decision: 'pass', reason: 'no topic matched' } as const)
    : ({ decision: 'block', reason } as const)

function topicFaults({ phrases, examples = [] }: TopicFilter['config']['topics'][number], path: string): Fault[] {
  const empty = phrases.flatMap((phrase, i) => (plainWords(phrase).length > 0 ? [] : [i]))
  const faults = empty.map((i) => ({
    path: `${path}.phrases.${i}`,
    message: 'A phrase without letters or digits never matches.',
  }))
  if (phrases.length > 0 || examples.length > 0) return faults
  return [...faults, { path: `${path}.phrases`, message: 'A topic needs at least one phrase or one example.' }]
}

/**
 * Why a text is blocked, or undefined. By phrases first, for they cost nothing, then by examples, and at last by the
 * configured language model, which can only add blocks: when it fails or takes too long the verdict of the rules holds.
 */
async function judgeTopics(
  policy: TopicFilter,
  text: string,
  forModels: () => string,
  tools: Tools,
): Promise<string | undefined> {
  const { config } = policy
  const match = matchTopics(text, config)
  if (match) return `the topic "${match.topic}"`
  const like = await matchExamples(forModels(), config.topics, tools.models, tools.signal)
  if (like) return `the topic "${like.topic}" (${like.similarity.toFixed(2)} like one of its examples)`
  const topic = await judgeByModel(policy, forModels(), tools)
  return topic === undefined ? undefined : `the topic "${topic}" (judged by the model)`
}

async function judgeByModel(
  policy: TopicFilter,
  text: string,
  { models, signal, topicJudgeMs = 0, onUnjudged, onUsage }: Tools,
): Promise<string | undefined> {
  if (!models.writesFreely || topicJudgeMs === 0 || text.trim() === '') return undefined
  const limit = AbortSignal.timeout(topicJudgeMs)
  const topics = policy.config.topics.map(({ name, phrases, examples }) => ({
    name,
    phrases,
    ...(examples && { examples }),
  }))
  try {
    return await models.judgeTopics(
      { text, topics },
      { signal: signal ? AbortSignal.any([signal, limit]) : limit, ...(onUsage && { onUsage }) },
    )
  } catch (cause) {
    signal?.throwIfAborted()
    onUnjudged?.(policy, cause)
    return undefined
  }
}
