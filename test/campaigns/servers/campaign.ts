import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves:
    'Every journey works on servers: two processes of each service on NATS, MongoDB and Elasticsearch; TLS to each of them and the commands too.',
  needs: ['engines'],
  limitMinutes: 20,
  groups: () => [
    tests('TLS', 'long', 5, ['packages/service/src/server-tls.long.test.ts']),
    tests('commands', 'long', 10, ['apps/frontdesk/src/on-servers.long.test.ts']),
    tests('journeys, on servers', 'scenarios-distributed', 20),
  ],
}
