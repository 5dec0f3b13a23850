import { retrieval, tuningQuestions } from '@frontdesk/contracts'
import { z } from 'zod'
import { jsonRoute } from './route.ts'

const common = { access: 'knowledge', tag: 'Knowledge' } as const

/** How much the vectors of the embedding model count in a search, fitted on the tenant's own questions. */
export const tuningRoutes = [
  jsonRoute('POST /api/knowledge/tune', {
    ...common,
    name: 'tuneSearch',
    summary: 'Fit the search to your questions',
    description:
      'Starts a job that searches for each question and fits the weight of the embedding model’s vectors, so that the source that answers the question ranks first. The weight is measured by cross-validation. With `apply` (the default), the new weight is used from then on if there are at least 20 questions and it ranks held-out questions better than the current weight; otherwise nothing changes. The result is in `GET /api/knowledge/tune`. The questions are removed when the job has finished.',
    body: z.strictObject({ questions: tuningQuestions, apply: z.boolean().default(true) }),
    status: 202,
    reply: retrieval.queries.weightTune.reply,
    refusals: ['model_required'],
    handle: ({ context, body, operationId }) => context.ask(retrieval.queries.weightTune, { ...body, operationId }),
  }),
  jsonRoute('GET /api/knowledge/tune', {
    ...common,
    name: 'readTuning',
    summary: 'Read how the search is fitted',
    reply: retrieval.queries.weightRead.reply,
    handle: ({ context }) => context.ask(retrieval.queries.weightRead, {}),
  }),
]
