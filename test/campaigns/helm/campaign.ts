import { type Campaign, tests } from '../campaign.ts'

const files = ['helm', 'metrics', 'observability'].map((name) => `test/outside/${name}.test.ts`)

export const campaign: Campaign = {
  proves:
    'The Helm chart renders to valid objects; Prometheus accepts the measurements and alerts, which fire when they should.',
  needs: [],
  limitMinutes: 10,
  groups: () => [tests('chart and dashboards', 'outside', 10, files)],
}
