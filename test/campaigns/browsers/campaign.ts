import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves:
    'Every journey through the console and the widget works in Chromium, is accessible and keeps its size limits.',
  needs: ['chromium'],
  limitMinutes: 45,
  groups: () => [tests('pages', 'browser', 45)],
}
