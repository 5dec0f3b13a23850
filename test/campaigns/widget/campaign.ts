import { pagesOf } from '../browsers/campaign.ts'
import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves:
    'Every journey through the chat widget works in Chromium, is accessible and keeps its size limits; the smoke journeys work in Firefox too.',
  needs: ['chromium', 'firefox'],
  limitMinutes: 20,
  groups: () => [
    {
      ...tests('smoke journeys in Firefox', 'browser', 5, ['test/browser/widget-journeys.test.ts']),
      env: { TEST_BROWSER: 'firefox' },
    },
    tests('pages', 'browser', 15, pagesOf('widget')),
  ],
}
