import { type InputOf, ingest, type Job } from '@frontdesk/contracts'
import type { GatewayContext } from '../context.ts'

/** A job of ingest with all its items, however many messages they need. */
export async function readKnowledgeJob(jobId: string, context: GatewayContext): Promise<Job> {
  const { nextCursor, ...job } = await context.ask(ingest.queries.jobRead, { jobId })
  const items = [...job.items]
  for (let cursor = nextCursor; cursor !== null; ) {
    const page = await context.ask(ingest.queries.jobRead, { jobId, cursor })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return { ...job, items }
}

/** A page of jobs, each with its first 100 items at most. */
export async function listKnowledgeJobs(page: InputOf<typeof ingest.queries.jobList>, context: GatewayContext) {
  const { items, nextCursor } = await context.ask(ingest.queries.jobList, page)
  const jobs = await Promise.all(
    items.map(
      async (job): Promise<Job> => ({
        ...job,
        items: (await context.ask(ingest.queries.jobRead, { jobId: job.id })).items,
      }),
    ),
  )
  return { items: jobs, nextCursor }
}

/** Cancels what has not begun; the job as it stands then. */
export async function cancelKnowledgeJob(jobId: string, context: GatewayContext): Promise<Job> {
  await context.ask(ingest.queries.jobCancel, { jobId })
  return readKnowledgeJob(jobId, context)
}
