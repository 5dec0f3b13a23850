import type { ServiceError } from '@frontdesk/contracts'
import type { Service } from '@frontdesk/service'
import { standIn } from '@frontdesk/service/testing'

/** What a policy that could not be evaluated says of itself, with this reason. */
export const blockedByTone = (reason: string) => ({
  policyId: 'pol_1',
  name: 'Formal',
  type: 'Tone Control',
  mode: 'Post-generation',
  decision: 'block' as const,
  reason,
})

/** A policy engine that lets every message through, and fails at every text that is to leave. */
export const failingPolicies = (error: ServiceError): Service =>
  standIn({
    name: 'policy-engine',
    handlers: {
      'policy-engine': {
        messageScreen: async ({ text, history }) => ({ policies: [], text, history, instructions: [], decisions: [] }),
        async answerFilter() {
          throw error
        },
        async textsRelease() {
          throw error
        },
      },
    },
  })
