import type { Group } from './watch-group.ts'

/** What `make test` runs beside the checks, and for how long at most. CONTRIBUTING.md says what is left to the campaigns. */

/** One journey for each boundary between services, and every route once. */
const onServers = [
  'every-route',
  'ask-about-a-document',
  'attachments',
  'channels',
  'contacts',
  'crawl-a-site',
  'handover',
  'one-request',
  'policies',
  'talk-in-a-widget',
  'webhooks',
]

const scenario = (name: string) => `test/scenarios/${name}.test.ts`

/** `slowness`: how many times slower the machine is than the quiet one of two cores that the seconds below were measured on. */
export type Available = { hasEngines: boolean; hasChromium: boolean; slowness: number }

/** The groups of the gate, one after the other, of what this machine has. */
export function gateGroups({ hasEngines, hasChromium, slowness }: Available): Group[] {
  /** When a group is ended that takes so many seconds: after two and a half times as long. */
  const limitOf = (quietSeconds: number) => Math.max(120, Math.ceil(quietSeconds * 2.5 * slowness))
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
            files: onServers.map(scenario),
            env: { FOREIGN_IDS: 'paths', REAL_DOCUMENTS: '2' },
            limitSeconds: limitOf(200),
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

export const gateLimits = ({ hasEngines, slowness }: Pick<Available, 'hasEngines' | 'slowness'>) => ({
  wholeSeconds: Math.ceil(20 * 60 * slowness),
  aimSeconds: (hasEngines ? 12 : 8) * 60,
})
