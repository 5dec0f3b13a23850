import { type BodyOf, type chat, invalidField } from '@frontdesk/contracts'
import { ascending, pagesOf } from '@frontdesk/documents'
import type { ChatContext } from '../context.ts'
import type { UsageDay } from './question-document.ts'

const dayMs = 86_400_000
const maxDays = 366
const pageSize = 1_000

const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to && days.length <= maxDays; day = nextDay(day)) days.push(day)
  if (days.length > 0 && days.length <= maxDays) return days
  const message = days.length === 0 ? 'Must not be before `from`.' : `Must be at most ${maxDays} days after \`from\`.`
  throw invalidField('to', message)
}

/** Questions and tokens by day. A day that ended a day ago is counted once and remembered. */
export async function readUsage({ from, to }: BodyOf<typeof chat.queries.usageRead>, context: ChatContext) {
  const { tenant, collections, clock } = context
  const days = daysBetween(from, to)
  const known = new Map((await collections.usageDays.getMany(tenant, days)).map(({ id, body }) => [id, body]))
  const counted: (UsageDay & { day: string })[] = []
  for (const day of days) {
    let usage = known.get(day)
    if (!usage) {
      const isOver = Date.parse(day) + 2 * dayMs <= clock.now()
      usage = await countDay(day, context)
      if (isOver) await collections.usageDays.put(tenant, day, usage)
    }
    counted.push({ day, ...usage })
  }
  const sum = (name: keyof UsageDay) => counted.reduce((total, each) => total + each[name], 0)
  return {
    from,
    to,
    questions: sum('questions'),
    promptTokens: sum('promptTokens'),
    completionTokens: sum('completionTokens'),
    days: counted,
  }
}

async function countDay(day: string, { tenant, collections, clock }: ChatContext): Promise<UsageDay> {
  const usage: UsageDay = { questions: 0, promptTokens: 0, completionTokens: 0 }
  if (Date.parse(day) > clock.now()) return usage
  const where = { at: { gte: day, lt: nextDay(day) } }
  const sort = ascending('at')
  for await (const page of pagesOf(collections.questions, tenant, { where, sort, limit: pageSize })) {
    for (const { body } of page) {
      usage.questions++
      usage.promptTokens += body.promptTokens
      usage.completionTokens += body.completionTokens
    }
  }
  return usage
}
