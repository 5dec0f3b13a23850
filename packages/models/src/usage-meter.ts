import type { ModelUsage } from '@frontdesk/contracts'
import type { Usage } from './port.ts'

/** Counts the tokens that the models use for one piece of work. */
export type UsageMeter = {
  /** Adds one request, as `onUsage` reports it. */
  add(usage: Usage): void
  /** Adds the total of another meter. */
  addTotal(usage: ModelUsage | undefined): void
  /** Undefined when no model was asked. */
  total(): ModelUsage | undefined
}

/** Starts at zero, or with the total of another meter. */
export function startUsageMeter(before?: ModelUsage): UsageMeter {
  const models = new Set<string>()
  let promptTokens = 0
  let completionTokens = 0
  const count = (names: string[], tokens: Pick<ModelUsage, 'promptTokens' | 'completionTokens'>) => {
    for (const name of names) models.add(name)
    promptTokens += tokens.promptTokens
    completionTokens += tokens.completionTokens
  }
  const meter: UsageMeter = {
    add: (usage) => count([usage.model], usage),
    addTotal: (usage) => usage && count(usage.models, usage),
    total: () => (models.size === 0 ? undefined : { models: [...models], promptTokens, completionTokens }),
  }
  meter.addTotal(before)
  return meter
}
