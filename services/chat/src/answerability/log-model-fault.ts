import type { ChatContext } from '../context.ts'

/** What is wrong with a model shows with every question: it is logged at most once in this time. */
const quietMs = 60_000

const messages = {
  judge: 'the model gives no verdicts on answers; the local judgement is used (logged once a minute)',
  model_refused: 'the model refused to answer; the conversation goes to people (logged once a minute)',
  model_failed:
    'the model can’t answer until somebody changes its settings or account; conversations go to people (logged once a minute)',
}

/** Logs a fault of the model, each kind at most once a minute in this process. */
export function logModelFault(kind: keyof typeof messages, error: unknown, { state, clock, log }: ChatContext): void {
  const now = clock.now()
  if (now - (state.loggedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < quietMs) return
  state.loggedAt.set(kind, now)
  if (kind === 'model_failed') log.error({ err: error }, messages[kind])
  else log.warn({ err: error }, messages[kind])
}
