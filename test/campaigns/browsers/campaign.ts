import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Campaign, tests } from '../campaign.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The tests of pages: those of the widget, which the campaign `widget` runs, and all others. */
export const pagesOf = (part: 'widget' | 'console'): string[] =>
  globSync('test/browser/*.test.ts', { cwd: root })
    .filter((file) => file.startsWith('test/browser/widget') === (part === 'widget'))
    .sort()

export const campaign: Campaign = {
  proves:
    'Every journey through the console works in Chromium, is accessible and keeps its size limits; the smoke journeys work in Firefox too.',
  needs: ['chromium', 'firefox'],
  limitMinutes: 20,
  groups: () => [
    {
      ...tests('smoke journeys in Firefox', 'browser', 6, [
        'test/browser/journeys.test.ts',
        'test/browser/watch-page.test.ts',
      ]),
      env: { TEST_BROWSER: 'firefox' },
    },
    tests('pages', 'browser', 18, pagesOf('console')),
  ],
}
