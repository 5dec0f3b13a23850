import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves: 'The packages install into an empty project, run there, and have types that other compilers read.',
  needs: [],
  limitMinutes: 15,
  groups: () => [tests('packages', 'outside', 15, ['test/outside/packages.test.ts'])],
}
