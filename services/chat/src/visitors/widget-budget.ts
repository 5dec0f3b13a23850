import type { ModelUsage, TurnBudget } from '@frontdesk/contracts'
import { removeOld } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import type { Turn } from '../conversations/conversation-document.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const windowOf = (now: number, lengthMs: number) => ({
  start: new Date(now - (now % lengthMs)).toISOString(),
  endsAt: now - (now % lengthMs) + lengthMs,
})

/** Names the window of a counter: an hour or a day in UTC. */
const idOf = ({ widgetId }: TurnBudget, unit: 'answers' | 'tokens', start: string) => `${widgetId} ${unit} ${start}`

/**
 * Whether the AI may answer a turn: counts it for the hour, and looks at the tokens of the day. A turn that is tried again is
 * not counted again.
 */
export async function takeAnswer({ budget, attempt }: Turn, context: ChatContext): Promise<boolean> {
  if (!budget) return true
  const { tenant, collections, clock, commit } = context
  const now = clock.now()
  if (budget.tokensPerDay !== undefined) {
    const { start } = windowOf(now, dayMs)
    const spent = await collections.widgetUsage.get(tenant, idOf(budget, 'tokens', start))
    if ((spent?.body.count ?? 0) >= budget.tokensPerDay) return false
  }
  if (attempt > 1) return true
  const { start, endsAt } = windowOf(now, hourMs)
  let isTaken = false
  await commit(collections.widgetUsage, idOf(budget, 'answers', start), (current) => {
    const count = current?.body.count ?? 0
    isTaken = count < budget.answersPerHour
    return isTaken ? { body: { count: count + 1, endsAt } } : undefined
  })
  return isTaken
}

/** Adds what models used for a turn to the day of its widget. */
export async function countTokens(
  { budget }: Turn,
  { promptTokens, completionTokens }: ModelUsage,
  context: ChatContext,
): Promise<void> {
  const tokens = promptTokens + completionTokens
  if (!budget || tokens === 0) return
  const { collections, clock, commit } = context
  const { start, endsAt } = windowOf(clock.now(), dayMs)
  await commit(collections.widgetUsage, idOf(budget, 'tokens', start), (current) => ({
    body: { count: (current?.body.count ?? 0) + tokens, endsAt },
  }))
}

/** Removes the counters of hours and days that are over. */
export async function purgeWidgetUsage({ collections, clock, signal }: ChatContext): Promise<void> {
  await removeOld(collections.widgetUsage, { field: 'endsAt', before: clock.now() }, signal)
}
