import type { ModelUsage } from '@frontdesk/contracts'
import type { Usage } from '@frontdesk/models'

/** Counts what the models cost while a question is answered. */
export type UsageMeter = {
  add(usage: Usage): void
  /** Undefined when no model was asked. */
  total(): ModelUsage | undefined
}

/** Starts at zero, or where another meter stood. */
export function startUsageMeter(before?: ModelUsage): UsageMeter {
  const models = new Set(before?.models)
  let { promptTokens, completionTokens } = before ?? { promptTokens: 0, completionTokens: 0 }
  return {
    add(usage) {
      models.add(usage.model)
      promptTokens += usage.promptTokens
      completionTokens += usage.completionTokens
    },
    total: () => (models.size === 0 ? undefined : { models: [...models], promptTokens, completionTokens }),
  }
}
