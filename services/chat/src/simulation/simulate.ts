import {
  assertNever,
  type BodyOf,
  type chat,
  type EscalationRule,
  type FoundChunk,
  type Policy,
  policyEngine,
  ServiceError,
  type Settings,
  type Simulation,
  type SimulationInput,
  type SimulationPart,
  type TriedSettings,
} from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import type { Turn as SpokenTurn } from '@frontdesk/models'
import type { ChatContext } from '../context.ts'
import { historyMessages } from '../conversations/list-messages.ts'
import { readSettings } from '../settings/settings-store.ts'
import { customerText, handedOverText, type Spoken, spokenIn } from '../texts/customer-texts.ts'
import { answerTurn, type TurnProgress } from '../turns/answer-turn.ts'
import { dryRun } from './dry-run.ts'

type Said = NonNullable<SimulationInput['history']>

const isOfCustomer = ({ role }: Said[number]): boolean => roles[role] === 'customer'
const roles = { customer: 'customer', user: 'customer', ai: 'ai', assistant: 'ai', agent: 'agent' } as const

/** The conversation history as the pipeline would see it. */
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

/** What a rehearsal tries beside policies, and what it knows of the question. */
export type Rehearsed = {
  settings?: TriedSettings | undefined
  trialId?: string | undefined
  askedAt?: number | undefined
  /** Messages of the customer up to this one; default: those of the history. */
  countMessages?: ((rules: EscalationRule[]) => Promise<number>) | undefined
}

/** As `followSimulation`, when it is over. */
export async function simulate(
  input: BodyOf<typeof chat.streams.messageSimulate>,
  context: ChatContext,
  rehearsed: Rehearsed = {},
): Promise<Simulation> {
  for await (const part of followSimulation(input, context, rehearsed)) {
    if (part.type !== 'done') continue
    const { type: _, ...simulated } = part
    return simulated
  }
  throw new ServiceError('interrupted')
}

/**
 * Runs the live pipeline on a question and tells every step; stores and publishes nothing. Throws what would have made the
 * turn fail, and `invalid_request` for policies that could not be made.
 */
export async function* followSimulation(
  input: BodyOf<typeof chat.streams.messageSimulate>,
  context: ChatContext,
  rehearsed: Rehearsed = {},
): AsyncGenerator<SimulationPart> {
  const policies = input.policies && (await completed(input.policies, context))
  const settings = { ...(await readSettings(context)), ...rehearsed.settings }
  const run = dryRun(context, rehearsed)
  const asked = {
    text: input.message,
    history: async () => historyOf(input.history),
    countMessages: rehearsed.countMessages ?? (async () => 1 + (input.history ?? []).filter(isOfCustomer).length),
    policies,
    threshold: input.threshold,
    settings,
    askedAt: rehearsed.askedAt,
    isForColleague: input.isForColleague,
  }
  yield { type: 'start' }
  let sent = ''
  for await (const step of answerTurn(asked, run.context, context.signal)) {
    const text = step.kind === 'released' ? step.text : step.kind === 'answered' ? step.content : sent
    if (text.length > sent.length) yield { type: 'delta', text: text.slice(sent.length) }
    sent = text
    if (step.kind === 'released') continue
    const timings = run.timings()
    const chunks = await showChunks(step.chunks, run.policies() ?? [], context)
    const outcome = showOutcome(step, spokenIn(input.message, languageOf(input)), settings)
    yield { type: 'done', ...outcome, chunks, policies: step.decisions, timings }
    return
  }
  throw new ServiceError('interrupted')
}

async function completed(policies: SimulationInput['policies'] & {}, context: ChatContext): Promise<Policy[]> {
  try {
    return (await context.ask(policyEngine.queries.policySetCheck, { policies })).policies
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.errors) throw error
    const errors = error.errors.map(({ path, message }) => ({ path: path ? `policies.${path}` : 'policies', message }))
    throw new ServiceError(error.code, { detail: error.message, errors, cause: error })
  }
}

type Shown = Pick<
  Simulation,
  'outcome' | 'content' | 'format' | 'truncated' | 'confidence' | 'sources' | 'citations' | 'escalation'
>

/** The reply that `POST /api/chat/message` would have given. */
function showOutcome(end: Exclude<TurnProgress, { kind: 'released' }>, spoken: Spoken, settings: Settings): Shown {
  const stays = { would: false, reason: null }
  switch (end.kind) {
    case 'answered': {
      const { content, format, truncated, confidence, sources, citations } = end
      const how = { ...(format && { format }), ...(truncated && { truncated }) }
      const answer = { content, ...how, confidence, sources, citations }
      return { outcome: 'answered', ...answer, escalation: stays }
    }
    case 'blocked':
      return {
        outcome: 'blocked',
        content: customerText('refusal', spoken, settings),
        confidence: 0,
        sources: [],
        citations: [],
        escalation: stays,
      }
    case 'escalated':
      return {
        outcome: 'escalated',
        content: handedOverText(end, spoken, settings),
        confidence: end.confidence,
        sources: [],
        citations: [],
        escalation: { would: true, reason: end.reason },
      }
    default:
      return assertNever(end)
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
  const { texts } = await context.ask(policyEngine.queries.textsRelease, {
    policies,
    length: 'kept',
    texts: found.flatMap(({ title, text }) => [title, text]),
  })
  return found.map(({ sourceId, version, start, end, score }, i) => {
    const [title, text] = [texts[2 * i]!.text, texts[2 * i + 1]!.text]
    return { sourceId, version, title, text, start, end, score }
  })
}
