import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves:
    'Every journey through the console and the widget works in Chromium, is accessible and keeps its size limits; the smoke journeys work in Firefox too.',
  needs: ['chromium', 'firefox'],
  limitMinutes: 20,
  groups: () => [
    {
      ...tests('smoke journeys in Firefox', 'browser', 10, [
        'test/browser/journeys.test.ts',
        'test/browser/widget-journeys.test.ts',
        'test/browser/watch-page.test.ts',
      ]),
      env: { TEST_BROWSER: 'firefox' },
    },
    tests('pages', 'browser', 20),
  ],
}
