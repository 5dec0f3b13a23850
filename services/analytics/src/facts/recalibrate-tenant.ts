import { fitRecalibration, type JudgedConfidence } from '@frontdesk/answers'
import { analytics } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { AnalyticsContext } from '../context.ts'
import type { RecalibrationDocument } from './fact-document.ts'
import { atIn, daysIn } from './period.ts'

const hourMs = 3_600_000
/** What is older tells of another knowledge base, and perhaps of another model. */
const maxAgeMs = 90 * 24 * hourMs
const maxJudged = 1_000
const recordId = 'recalibration'

/** How the confidence of the tenant's answers is corrected; undefined while none of them was judged. */
export const readRecalibration = async ({
  tenant,
  collections,
}: AnalyticsContext): Promise<RecalibrationDocument | undefined> =>
  (await collections.recalibrations.get(tenant, recordId))?.body

/** The confidences that the model computed for the newest judged answers, by days. */
async function judgedConfidences({ tenant, collections, clock }: AnalyticsContext): Promise<JudgedConfidence[]> {
  const now = clock.now()
  const period = { from: new Date(now - maxAgeMs).toISOString(), to: new Date(now + 1).toISOString() }
  const found: JudgedConfidence[] = []
  let judged = 0
  // A day at a time: a range of an index.
  for (const day of daysIn(period).reverse()) {
    const where = { kind: 'answer', at: atIn(day), judged: { in: ['right', 'wrong'] }, computed: { gte: 0 } }
    for (const { values, count } of await collections.facts.countBy(tenant, {
      where,
      fields: ['computed', 'judged'],
    })) {
      const [confidence, verdict] = values as [number, string]
      found.push({ confidence, isRight: verdict === 'right', count })
      judged += count
    }
    if (judged >= maxJudged) break
  }
  return found
}

/** Fits the correction of confidences again after a judgement, at most once an hour, and publishes it. */
export async function refreshRecalibration(context: AnalyticsContext): Promise<void> {
  const isDue = (known: RecalibrationDocument | undefined) =>
    known === undefined || Date.parse(known.at) + hourMs <= context.clock.now()
  if (!isDue(await readRecalibration(context))) return
  const confidences = await judgedConfidences(context)
  const judged = confidences.reduce((sum, { count }) => sum + count, 0)
  const fit = fitRecalibration(confidences)
  await context.commit(context.collections.recalibrations, recordId, (current) => {
    if (!isDue(current?.body)) return undefined
    const body = { at: timestampOf(context.clock), judged, ...(fit && { fit }) }
    const events = [context.event(analytics.events.recalibrationChanged, { fit: fit ?? null })]
    return { body, events: fit || current?.body.fit ? events : [] }
  })
}
