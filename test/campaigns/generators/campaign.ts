import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves: "Clients by other people's generators compile and work, and Redocly finds no error in the OpenAPI document.",
  needs: [],
  limitMinutes: 20,
  groups: () => [tests('generators', 'outside', 20, ['test/outside/generated-clients.test.ts'])],
}
