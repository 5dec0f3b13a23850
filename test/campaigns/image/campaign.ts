import { type Campaign, tests } from '../campaign.ts'

const files = ['image', 'testing-from-other-languages'].map((name) => `test/outside/${name}.test.ts`)

export const campaign: Campaign = {
  proves: 'The image builds, runs embedded and each service alone, holds no tests; its use from Python and Java works.',
  needs: ['docker'],
  limitMinutes: 20,
  groups: () => [tests('image', 'outside', 20, files)],
}
