import {
  type BodyOf,
  type FoundChunk,
  type messageSimulate,
  type Policy,
  policySetCheck,
  refusal,
  ServiceError,
  type Simulation,
  type SimulationInput,
  textsRelease,
} from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import type { Turn as SpokenTurn } from '@frontdesk/models'
import { answerTurn, type TurnProgress } from '../answer-turn.ts'
import type { ChatContext } from '../context.ts'
import { readSettings, servedIn } from '../keep-settings.ts'
import { historyMessages } from '../list-messages.ts'
import { replyFor } from '../replies.ts'
import { dryRun } from './dry-run.ts'

type Said = NonNullable<SimulationInput['history']>

const isOfCustomer = ({ role }: Said[number]): boolean => roles[role] === 'customer'
const roles = { customer: 'customer', user: 'customer', ai: 'ai', assistant: 'ai', agent: 'agent' } as const

/** What the pipeline would see of a conversation in which this was said. */
const historyOf = (said: Said = []): SpokenTurn[] =>
  said.slice(-historyMessages).map(({ role, content }) => ({ role: roles[role], content }))

/** The language of the conversation: that of the customer's first words which tell it. */
function languageOf({ message, history = [] }: SimulationInput): string | null {
  const words = history.filter(isOfCustomer).map(({ content }) => content)
  for (const text of [...words, message]) {
    const language = detectLanguage(text)
    if (language) return language
  }
  return null
}

/**
 * Runs the live pipeline on a question and tells every step; stores and publishes nothing. Throws what would have made the
 * turn fail, and `invalid_request` for policies that could not be made.
 */
export async function simulate(input: BodyOf<typeof messageSimulate>, context: ChatContext): Promise<Simulation> {
  const policies = input.policies && (await completed(input.policies, context))
  const run = dryRun(context)
  const asked = {
    text: input.message,
    history: async () => historyOf(input.history),
    countMessages: async () => 1 + (input.history ?? []).filter(isOfCustomer).length,
    policies,
    threshold: input.threshold,
    isForColleague: input.isForColleague,
  }
  for await (const step of answerTurn(asked, run.context, context.signal)) {
    if (step.kind === 'released') continue
    const timings = run.timings()
    const chunks = await showChunks(step.chunks, run.policies() ?? [], context)
    return {
      ...showOutcome(step, servedIn(languageOf(input), await readSettings(context))),
      chunks,
      policies: step.decisions,
      timings,
    }
  }
  throw new ServiceError('interrupted')
}

async function completed(policies: SimulationInput['policies'] & {}, context: ChatContext): Promise<Policy[]> {
  try {
    return (await context.ask(policySetCheck, { policies })).policies
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.errors) throw error
    const errors = error.errors.map(({ path, message }) => ({ path: path ? `policies.${path}` : 'policies', message }))
    throw new ServiceError(error.code, { detail: error.message, errors, cause: error })
  }
}

type Shown = Pick<Simulation, 'outcome' | 'content' | 'confidence' | 'sources' | 'escalation'>

/** The reply that `POST /api/chat/message` would have given. */
function showOutcome(end: Exclude<TurnProgress, { kind: 'released' }>, language: string | null): Shown {
  const stays = { would: false, reason: null }
  switch (end.kind) {
    case 'answered': {
      const { content, confidence, sources } = end
      return { outcome: 'answered', content, confidence, sources, escalation: stays }
    }
    case 'blocked':
      return { outcome: 'blocked', content: refusal, confidence: 0, sources: [], escalation: stays }
    case 'escalated':
      return {
        outcome: 'escalated',
        content: end.message ?? replyFor(end.reason, language),
        confidence: end.confidence,
        sources: [],
        escalation: { would: true, reason: end.reason },
      }
  }
}

/**
 * The chunks as whoever simulates may see them: masked, and empty where a topic is blocked. Length and tone are of answers,
 * so chunks are neither shortened nor restyled.
 */
async function showChunks(
  found: FoundChunk[],
  policies: Policy[],
  context: ChatContext,
): Promise<Simulation['chunks']> {
  if (found.length === 0) return []
  const hiding = policies.filter(({ type }) => type === 'Topic Filter' || type === 'PII Filter')
  const { texts } = await context.ask(textsRelease, { policies: hiding, texts: found.map(({ text }) => text) })
  return found.map(({ sourceId, version, score }, i) => ({ sourceId, version, text: texts[i]!.text, score }))
}
