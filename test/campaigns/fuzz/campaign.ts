import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves: 'No request that schemathesis makes up from the OpenAPI document breaks a promise of it.',
  needs: [],
  limitMinutes: 30,
  groups: () => [tests('fuzz', 'outside', 30, ['test/outside/fuzz.test.ts'])],
}
