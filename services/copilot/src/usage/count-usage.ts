import type { BodyOf, copilot } from '@frontdesk/contracts'
import { ascending, pagesOf } from '@frontdesk/documents'
import type { CallOptions, Models, Usage } from '@frontdesk/models'
import { timestampOf } from '@frontdesk/service'
import type { CopilotContext } from '../context.ts'

const page = 1_000
const dayMs = 86_400_000

/** A context whose models count what they cost; `record` keeps it under the run, beside what earlier attempts cost. */
export function meterModels(context: CopilotContext): {
  context: CopilotContext
  record(runId: string): Promise<void>
} {
  const { models, collections, commit, clock } = context
  const cost = { promptTokens: 0, completionTokens: 0 }
  const onUsage = ({ promptTokens, completionTokens }: Usage) => {
    cost.promptTokens += promptTokens
    cost.completionTokens += completionTokens
  }
  const metered = (options: CallOptions): CallOptions => ({ ...options, onUsage })
  const counting: Pick<Models, 'summarize' | 'translate' | 'assess' | 'draftNote'> = {
    summarize: (request, options) => models.summarize(request, metered(options)),
    translate: (request, options) => models.translate(request, metered(options)),
    assess: (request, options) => models.assess(request, metered(options)),
    draftNote: (request, options) => models.draftNote(request, metered(options)),
  }
  return {
    context: { ...context, models: Object.assign(Object.create(models) as Models, counting) },
    async record(runId) {
      if (cost.promptTokens + cost.completionTokens === 0) return
      await commit(collections.usage, runId, (current) => ({
        body: {
          at: current?.body.at ?? timestampOf(clock),
          promptTokens: (current?.body.promptTokens ?? 0) + cost.promptTokens,
          completionTokens: (current?.body.completionTokens ?? 0) + cost.completionTokens,
        },
      }))
    },
  }
}

/** What actions cost, by the days on which there were any. */
export async function readUsage(
  { from, to }: BodyOf<typeof copilot.queries.usageRead>,
  { tenant, collections }: CopilotContext,
): Promise<{ days: { day: string; promptTokens: number; completionTokens: number }[] }> {
  const days = new Map<string, { promptTokens: number; completionTokens: number }>()
  const until = new Date(Date.parse(to) + dayMs).toISOString()
  const where = { at: { gte: from, lt: until } }
  const sort = ascending('at')
  for await (const read of pagesOf(collections.usage, tenant, { where, sort, limit: page })) {
    for (const { body } of read) {
      const day = body.at.slice(0, 10)
      const before = days.get(day) ?? { promptTokens: 0, completionTokens: 0 }
      days.set(day, {
        promptTokens: before.promptTokens + body.promptTokens,
        completionTokens: before.completionTokens + body.completionTokens,
      })
    }
  }
  return { days: [...days].map(([day, counted]) => ({ day, ...counted })) }
}
