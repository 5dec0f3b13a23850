import * as core from 'libphonenumber-js/core'
import { type CountryCode, isSupportedCountry, type MetadataJson } from 'libphonenumber-js/core'
import metadata from 'libphonenumber-js/max/metadata'

/** The countries whose numbers are found without a country code when a policy names none. */
export const usualRegions = ['SE', 'NO', 'DK', 'FI', 'DE', 'GB', 'US']

/** How telephone numbers are dialled within one country. */
export type PhonePlan = {
  /** What is dialled before the number at home: 0 in most countries. Undefined where it is written without. */
  trunk: string | undefined
  /** Whether a number (without the trunk) was or could be given out: a range of the plan, or no more than its length. */
  isAssigned(number: string): boolean
  isPossible(number: string): boolean
  /** Whether people group such a number like this. */
  isGrouped(number: string, sizes: number[]): boolean
}

/** The parts of libphonenumber-js's metadata that its types leave out. */
type NumberingPlan = {
  nationalPrefix(): string | null | undefined
  nationalNumberPattern(): string
  possibleLengths(): number[]
  types(): Record<string, unknown> | undefined
  type(name: string): { pattern(): string } | undefined
  formats(): { pattern(): string; leadingDigitsPatterns(): string[] }[]
}
const { Metadata } = core as unknown as {
  Metadata: new (json: MetadataJson) => { selectNumberingPlan(country: string): void; numberingPlan: NumberingPlan }
}
const kinds = ['FIXED_LINE', 'MOBILE', 'TOLL_FREE', 'PREMIUM_RATE', 'SHARED_COST', 'VOIP', 'PERSONAL_NUMBER', 'UAN']

const plans = new Map<string, PhonePlan | undefined>()

/** A country's plan, or undefined for one that has none. */
export function phonePlanOf(region: string): PhonePlan | undefined {
  if (!plans.has(region)) plans.set(region, readPlan(region))
  return plans.get(region)
}

function readPlan(region: string): PhonePlan | undefined {
  if (!isSupportedCountry(region as CountryCode, metadata)) return undefined
  const selected = new Metadata(metadata)
  selected.selectNumberingPlan(region)
  const { numberingPlan: plan } = selected
  const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`)
  const general = whole(plan.nationalNumberPattern())
  const ranges = kinds.flatMap((kind) => {
    const pattern = plan.type(kind)?.pattern()
    return pattern ? [whole(pattern)] : []
  })
  const lengths = plan.possibleLengths()
  const formats = plan.formats().map((format) => whole(format.pattern()))
  const prefix = plan.nationalPrefix()
  // North America's 1 is often left out, so it says nothing.
  const trunk = prefix && prefix !== '1' ? prefix : undefined
  return {
    trunk,
    isAssigned: (number) => general.test(number) && ranges.some((range) => range.test(number)),
    isPossible: (number) => lengths.includes(number.length),
    isGrouped(number, sizes) {
      const grouped = formats.some((format) => {
        const groups = format.exec(number)?.slice(1) ?? []
        return groups.length > 1 && groups.map((group) => group.length).join() === sizes.join()
      })
      return grouped || ['2,2,2,2', '4,4', '3,2,3'].includes(sizes.join())
    },
  }
}

/** Whether digits with a country code before them are a telephone number somewhere, or at least could be. */
export function isInternational(digits: string): boolean {
  const parsed = core.parsePhoneNumberFromString(`+${digits}`, metadata)
  return parsed !== undefined && (parsed.isValid() || (digits.length >= 9 && parsed.isPossible()))
}
