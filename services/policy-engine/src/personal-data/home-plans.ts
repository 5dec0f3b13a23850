import {
  callingCodeOf,
  groupByTrunk,
  type Lengths,
  type PhonePlan,
  phonePlanOf,
  type ReadEach,
  readEach,
  type TrunkPlans,
  usualRegions,
} from './phone-plans.ts'

/** The plans of the countries whose numbers are found without a country code. */
export type HomePlans = {
  /** Whether the policy names them. */
  isNamed: boolean
  withTrunk: TrunkPlans[]
  bare: { plan: PhonePlan; isAmerican: boolean }[]
  readBare: ReadEach
  bareLengths: Lengths
  /** Their country codes. North America's 1 is a digit like any other. */
  codes: string[]
  /** The lengths of all, with the trunk. */
  possible: Lengths
}

const homes = new Map<string, HomePlans>()
const maxHomes = 64

/** Plans are large, so those of the same countries are read once. */
export function homePlans(regions: string[]): HomePlans {
  const key = regions.join()
  let home = homes.get(key)
  if (!home) {
    home = readHomePlans(regions)
    if (homes.size >= maxHomes) homes.clear()
    homes.set(key, home)
  }
  return home
}

function readHomePlans(regions: string[]): HomePlans {
  const isNamed = regions.length > 0
  const all = isNamed ? regions : usualRegions
  const codes = [...new Set(all.flatMap((region) => callingCodeOf(region) ?? []))].filter((code) => code !== '1')
  const plans = all.flatMap((region) => {
    const plan = phonePlanOf(region)
    return plan ? [{ plan, isAmerican: region === 'US' }] : []
  })
  const bare = plans.filter(({ plan }) => plan.trunk === undefined)
  const withTrunk = groupByTrunk(plans.flatMap(({ plan }) => (plan.trunk === undefined ? [] : [plan])))
  const bareLengths = bare.reduce(
    (lengths, { plan, isAmerican }) => lengths | plan.possible | (isAmerican ? 1 << 11 : 0),
    0,
  )
  const possible = withTrunk.reduce((all, { trunk, possible }) => all | (possible << trunk.length), bareLengths)
  return { isNamed, withTrunk, bare, readBare: readEach(bare.map(({ plan }) => plan)), bareLengths, codes, possible }
}
