import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves:
    'Kills, stalls, full disks, lost servers and long runs lose nothing, double nothing and stay in their bounds.',
  needs: ['engines'],
  limitMinutes: 80,
  groups: () => [tests('faults', 'faults', 80)],
}
