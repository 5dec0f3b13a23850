import type { Configuration, Scenario, Simulation, SimulationInput, TurnResult } from '@frontdesk/contracts'

/**
 * What to simulate for the next turn of a scenario, after the ones that came before; undefined when people have taken the
 * conversation over, so that nobody answers it here. A configuration comes before what the scenario says.
 */
export function nextQuestion(
  { turns, channel, ...own }: Scenario,
  { policies = own.policies, threshold = own.threshold }: Configuration,
  earlier: TurnResult[],
): SimulationInput | undefined {
  if (earlier.some(({ outcome }) => outcome === 'escalated' || outcome === 'waiting')) return undefined
  const said = earlier.flatMap(
    ({ outcome, content }, i): NonNullable<SimulationInput['history']> => [
      { role: 'customer', content: turns[i]!.message },
      ...(outcome === 'failed' || content === '' ? [] : [{ role: 'ai' as const, content }]),
    ],
  )
  return {
    message: turns[earlier.length]!.message,
    ...(said.length > 0 && { history: said }),
    ...(policies && { policies }),
    ...(threshold !== undefined && { threshold }),
    ...(channel && { channel }),
  }
}

/** A turn after the conversation was handed over: people have it. */
export const waitingTurn: TurnResult = {
  outcome: 'waiting',
  content: '',
  confidence: 0,
  sources: [],
  policies: [],
  reason: 'waiting',
}

/** A turn that came to nothing. */
export const failedTurn = (code: string, message: string): TurnResult => ({
  outcome: 'failed',
  content: '',
  confidence: 0,
  sources: [],
  policies: [],
  reason: null,
  error: { code, message },
})

/** What expectations look at of a simulation. */
export type Simulated = Pick<Simulation, 'outcome' | 'content' | 'confidence' | 'sources' | 'policies' | 'escalation'>

/** What a simulation came to, as expectations see it. */
export function turnResultOf({ outcome, content, confidence, ...simulated }: Simulated): TurnResult {
  const policies = simulated.policies.filter(({ decision }) => decision !== 'pass')
  const block = policies.find(({ decision }) => decision === 'block')
  return {
    outcome,
    content,
    confidence,
    sources: simulated.sources.map(({ sourceId, title }) => ({ sourceId, title })),
    policies,
    reason: simulated.escalation.reason ?? (outcome === 'blocked' ? (block?.reason ?? null) : null),
  }
}
