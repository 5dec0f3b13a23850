import { type Campaign, tests } from '../campaign.ts'

// Images of the servers come from a registry, or are named: CONTRIBUTING.md.
const names = ['image', 'testing-from-other-languages', ...(process.env.SERVER_IMAGES ? ['containers'] : [])]
const files = names.map((name) => `test/outside/${name}.test.ts`)

export const campaign: Campaign = {
  proves: 'The image builds, runs embedded and each service alone, holds no tests; its use from Python and Java works.',
  needs: ['docker'],
  limitMinutes: 20,
  groups: () => [tests('image', 'outside', 20, files)],
}
