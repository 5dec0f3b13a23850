import { piiFilterConfig } from '@frontdesk/contracts'
import type { GrowingMasks } from '../personal-data/growing-masks.ts'
import { maskPersonalData } from '../personal-data/mask-personal-data.ts'
import { phonePlanOf } from '../personal-data/phone-plans.ts'
import type { PolicyOf, PolicyType, Verdict } from './policy-type.ts'

/** Masks personal data, and never blocks. */
export const piiFilter: PolicyType<'PII Filter'> = {
  config: piiFilterConfig,
  holds: 'segment',
  sets: null,
  before: (policy, { text, history }) => ({
    ...maskText(policy, text, true),
    history: history.map((each) => maskText(policy, each, true).text),
  }),
  after: (policy, { text, final }, { masks }) => maskText(policy, text, final, masks),
  faults: ({ regions = [] }) =>
    regions.flatMap((region, i) =>
      phonePlanOf(region)
        ? []
        : [{ path: `config.regions.${i}`, message: `There is no country with the code ${region}.` }],
    ),
}

/** The text as a PII Filter masks it; while it is written (`final` false), only the part that later text can't change. */
export function maskText(
  { config }: PolicyOf<'PII Filter'>,
  text: string,
  final: boolean,
  masks?: GrowingMasks,
): Verdict {
  const { text: masked, found } = masks ? masks.mask(text, config, final) : maskPersonalData(text, config, final)
  if (found.length === 0) return { text: masked, decision: 'pass', reason: 'no personal data was found' }
  return { text: masked, decision: 'change', reason: `masked ${found.join(', ')}` }
}
