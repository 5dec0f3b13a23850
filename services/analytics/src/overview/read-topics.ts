import { type analytics, assertNever, type BodyOf, type ReplyOf } from '@frontdesk/contracts'
import type { AnalyticsContext } from '../context.ts'
import { atIn, type Bounds, boundsOf, daysIn } from '../facts/period.ts'
import { tagsOf, titlesOf } from './read-overview.ts'

type Topics = ReplyOf<typeof analytics.queries.topicRead>

const maxTopics = 25
/** Longer periods are shown by the week. */
const maxDays = 31
const daysAWeek = 7

/** The parts of a period, oldest first: its days, or weeks of seven days that end with it, the first of which may be shorter. */
function partsOf(bounds: Bounds): { step: Topics['step']; parts: Bounds[] } {
  const days = daysIn(bounds).map(({ from, to }) => ({ from, to }))
  if (days.length <= maxDays) return { step: 'day', parts: days }
  const parts: Bounds[] = []
  for (let end = days.length; end > 0; end -= daysAWeek) {
    parts.unshift({ from: days[Math.max(0, end - daysAWeek)]!.from, to: days[end - 1]!.to })
  }
  return { step: 'week', parts }
}

/** How often each topic came up in a period. */
async function countTopics(by: Topics['by'], bounds: Bounds, context: AnalyticsContext): Promise<Map<string, number>> {
  const { tenant, collections, signal } = context
  signal.throwIfAborted()
  const counts = new Map<string, number>()
  const add = (key: string, times: number) => counts.set(key, (counts.get(key) ?? 0) + times)
  const at = atIn(bounds)
  switch (by) {
    case 'tag': {
      const found = await collections.facts.countBy(tenant, {
        where: { kind: 'conversation', at },
        fields: ['conversationId'],
      })
      const about = found.map(({ values }) => ({ conversationId: values[0] as string }))
      for (const tags of (await tagsOf(about, context)).values()) for (const tag of tags) add(tag, 1)
      return counts
    }
    case 'source': {
      const found = await collections.facts.countBy(tenant, { where: { kind: 'answer', at }, fields: ['sourceIds'] })
      for (const { values, count } of found) for (const id of (values[0] ?? []) as string[]) add(id, count)
      return counts
    }
    default:
      return assertNever(by)
  }
}

/** What conversations are about, part by part of a period: their tags, or the sources that answers are based on. */
export async function readTopics(
  { by, ...asked }: BodyOf<typeof analytics.queries.topicRead>,
  context: AnalyticsContext,
): Promise<Topics> {
  const bounds = boundsOf(asked, context.clock.now())
  const { step, parts } = partsOf(bounds)
  const topics = new Map<string, number[]>()
  for (const [i, part] of parts.entries()) {
    for (const [key, count] of await countTopics(by, part, context)) {
      const counts = topics.get(key) ?? parts.map(() => 0)
      counts[i] = count
      topics.set(key, counts)
    }
  }
  const most = [...topics]
    .map(([key, counts]) => ({ key, counts, count: counts.reduce((sum, each) => sum + each, 0) }))
    .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
    .slice(0, maxTopics)
  const ids = most.map(({ key }) => key)
  const titles = by === 'source' ? await titlesOf(ids, context) : undefined
  return {
    ...bounds,
    by,
    step,
    periods: parts,
    topics: most.map((topic) => ({ ...topic, title: titles ? (titles.get(topic.key) ?? '') : topic.key })),
  }
}
