import {
  type Fault,
  lengthLimitConfig,
  type Policy,
  piiFilterConfig,
  ServiceError,
  toneControlConfig,
  topicFilterConfig,
} from '@frontdesk/contracts'
import { faultsOf } from '@frontdesk/service'
import { phonePlanOf } from './personal-data/phone-plans.ts'
import { plainWords } from './topics/see-words.ts'

/** What a policy does, without its name and place. */
export type PolicyRule = Pick<Policy, 'type' | 'config'>

/** A turn's whole set crosses the bus beside the answer, 512 kB in all; these leave half of that for the answer. */
const configBytes = 48 * 1024
export const allConfigsBytes = 224 * 1024
export const policiesPerTenant = 200

const configOf = {
  'Topic Filter': topicFilterConfig,
  'PII Filter': piiFilterConfig,
  'Tone Control': toneControlConfig,
  'Length Limit': lengthLimitConfig,
} as const

/** The config as its type wants it. Throws `invalid_request` with every fault, under `config`. */
export function parseConfig<T extends Policy['type']>(type: T, config: unknown): Policy['config'] {
  const parsed = configOf[type].safeParse(config)
  if (parsed.success) return parsed.data
  throw new ServiceError('invalid_request', {
    errors: faultsOf(parsed.error).map(({ path, message }) => ({ path: path ? `config.${path}` : 'config', message })),
  })
}

/**
 * Why a policy that is well-formed could still not be evaluated. Policies fail closed, so one that can't be evaluated
 * would block every answer: it is refused when it is written instead.
 */
export function findPolicyFaults({ type, config }: PolicyRule): Fault[] {
  const faults: Fault[] = []
  if (sizeOf(config) > configBytes) {
    faults.push({ path: 'config', message: `A config has at most ${configBytes / 1024} kB as JSON.` })
  }
  if (type === 'PII Filter') {
    for (const [i, region] of ((config as { regions?: string[] }).regions ?? []).entries()) {
      if (phonePlanOf(region)) continue
      faults.push({ path: `config.regions.${i}`, message: `There is no country with the code ${region}.` })
    }
  }
  if (type === 'Topic Filter') faults.push(...topicFaults(config as { topics: Topic[] }))
  return faults
}

type Topic = { phrases: string[]; examples?: string[] }

function topicFaults({ topics }: { topics: Topic[] }): Fault[] {
  return topics.flatMap(({ phrases, examples }, i) => {
    const faults: Fault[] = phrases.flatMap((phrase, j) =>
      plainWords(phrase).length > 0
        ? []
        : [{ path: `config.topics.${i}.phrases.${j}`, message: 'A phrase without letters or digits never matches.' }],
    )
    if (phrases.length === 0 && !examples?.length) {
      faults.push({ path: `config.topics.${i}.phrases`, message: 'A topic has at least one phrase or one example.' })
    }
    return faults
  })
}

/** Bytes of a config as JSON in UTF-8. */
export const sizeOf = (config: unknown): number => Buffer.byteLength(JSON.stringify(config), 'utf8')
