import type { Group } from './watch-group.ts'

/** What `make test` runs beside the checks, and for how long at most. CONTRIBUTING.md says what is left to the campaigns. */

const scenario = (name: string) => `test/scenarios/${name}.test.ts`

/** One journey for each boundary between services, and every route once. */
export const journeysOnServers = [
  'every-route',
  'ask-about-a-document',
  'channels',
  'contacts',
  'crawl-a-site',
  'handover',
  'one-request',
  'policies',
  'webhooks',
].map(scenario)

export type Available = { hasEngines: boolean; hasChromium: boolean }

/** The groups of the gate, one after the other, of what this machine has. */
export function gateGroups({ hasEngines, hasChromium }: Available): Group[] {
  /** When a group is ended that takes so many seconds on a quiet machine of two cores: after two and a half times as long. */
  const limitOf = (quietSeconds: number) => Math.max(120, Math.ceil(quietSeconds * 2.5))
  return [
    { name: 'code', project: 'code', limitSeconds: limitOf(270) },
    { name: 'journeys, embedded', project: 'scenarios', limitSeconds: limitOf(150) },
    {
      name: 'faults, embedded',
      project: 'faults',
      files: ['kill', 'missing-blobs', 'private-files'].map((name) => `test/faults/${name}.test.ts`),
      env: { FAULT_ROUNDS: '2' },
      limitSeconds: limitOf(35),
    },
    ...(hasEngines
      ? [
          {
            name: 'journeys, on servers',
            project: 'scenarios-distributed',
            files: journeysOnServers,
            env: { PROCESSES: 'apart', FOREIGN_IDS: 'paths', REAL_DOCUMENTS: '2' },
            limitSeconds: limitOf(160),
          },
          {
            name: 'kill, on servers',
            project: 'faults',
            files: ['test/faults/kill-distributed.test.ts'],
            env: { FAULT_VICTIMS: 'chat,NATS' },
            limitSeconds: limitOf(60),
          },
        ]
      : []),
    {
      name: 'pages',
      project: 'browser',
      // The first two read the built files, and need no browser.
      files: ['budgets', 'widget-budgets', ...(hasChromium ? ['open', 'widget'] : [])].map(
        (name) => `test/browser/${name}.test.ts`,
      ),
      limitSeconds: limitOf(60),
    },
  ]
}

/** When the gate is ended, and what it aims at, on that machine. */
export const gateLimits = ({ hasEngines }: Pick<Available, 'hasEngines'>) => ({
  wholeSeconds: 20 * 60,
  aimSeconds: (hasEngines ? 12 : 8) * 60,
})
