import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { journeysOnServers } from '../../../scripts/gate/gate-groups.ts'
import { type Campaign, tests } from '../campaign.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Each by itself: the MongoDB-wire server of the tests takes some ten writes a second, and these want them all for minutes. */
const alone = ['bulk', 'export-import'].map((name) => `test/scenarios/${name}.test.ts`)

const otherJourneys = () =>
  globSync('test/scenarios/*.test.ts', { cwd: root })
    .filter((file) => !journeysOnServers.includes(file) && !alone.includes(file))
    .sort()

export const campaign: Campaign = {
  proves:
    'Every journey works on NATS, MongoDB and Elasticsearch: those of the gate with each service in two processes of its own, the others with all services in each of two; TLS to the servers and the commands too.',
  needs: ['engines'],
  limitMinutes: 20,
  groups: () => [
    tests('TLS', 'long', 5, ['packages/service/src/server-tls.long.test.ts']),
    tests('commands', 'long', 10, ['apps/frontdesk/src/on-servers.long.test.ts']),
    tests('two platforms', 'long', 5, ['packages/testing/src/start-frontdesk.long.test.ts']),
    // By itself: 22 processes are all that two cores carry.
    {
      ...tests('journeys, each service in two processes of its own', 'scenarios-distributed', 5, journeysOnServers),
      env: { PROCESSES: 'apart' },
    },
    ...alone.map((file) => tests(`${file} by itself`, 'scenarios-distributed', 5, [file])),
    tests('journeys, all services in each of two processes', 'scenarios-distributed', 18, otherJourneys()),
  ],
}
