import { journeysOnServers } from '../../../scripts/gate/gate-groups.ts'
import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves:
    'Every journey works with all services in each of two processes on NATS, MongoDB and Elasticsearch, and those of the gate with each service in two processes of its own; TLS to the servers and the commands too.',
  needs: ['engines'],
  limitMinutes: 20,
  groups: () => [
    tests('TLS', 'long', 5, ['packages/service/src/server-tls.long.test.ts']),
    tests('commands', 'long', 10, ['apps/frontdesk/src/on-servers.long.test.ts']),
    // By itself: 24 processes are all that two cores carry.
    {
      ...tests('journeys, each service in two processes of its own', 'scenarios-distributed', 5, journeysOnServers),
      env: { PROCESSES: 'apart' },
    },
    tests('journeys, all services in each of two processes', 'scenarios-distributed', 18),
  ],
}
