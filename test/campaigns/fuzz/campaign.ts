import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves: 'No request that schemathesis makes up from the OpenAPI document breaks a promise of it.',
  needs: [],
  limitMinutes: 20,
  groups: () => [tests('fuzz', 'outside', 20, ['test/outside/fuzz.test.ts'])],
}
