import type { analytics, ReplyOf } from '@frontdesk/contracts'
import type { CountedFact } from './count-facts.ts'

type Overview = ReplyOf<typeof analytics.queries.overviewRead>
type Shares = { met: number; breached: number }

const maxPolicies = 100
const maxTeams = 200

/** Counts the service-level targets that were met and missed, by policy and by team. */
export function startSlaCount() {
  const policies = new Map<string, Shares & { name: string }>()
  const teams = new Map<string | null, Shares>()
  const byCount = (a: Shares, b: Shares) => b.met + b.breached - (a.met + a.breached)
  return {
    add({ kind, result, slaPolicyId, slaPolicyName, teamId: own }: CountedFact, times: number): void {
      if (kind !== 'sla' || result === undefined || result === 'late') return
      const policy = policies.get(slaPolicyId!) ?? { name: slaPolicyName!, met: 0, breached: 0 }
      const teamId = own ?? null
      const team = teams.get(teamId) ?? { met: 0, breached: 0 }
      policy[result] += times
      team[result] += times
      policies.set(slaPolicyId!, policy)
      teams.set(teamId, team)
    },
    /** The most frequent first. */
    numbers: (): Pick<Overview, 'slaByPolicy' | 'slaByTeam'> => ({
      slaByPolicy: [...policies]
        .map(([slaPolicyId, counts]) => ({ slaPolicyId, ...counts }))
        .sort(byCount)
        .slice(0, maxPolicies),
      slaByTeam: [...teams]
        .map(([teamId, counts]) => ({ teamId, ...counts }))
        .sort(byCount)
        .slice(0, maxTeams),
    }),
  }
}
