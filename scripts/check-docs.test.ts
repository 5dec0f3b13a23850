import { expect, test } from 'vitest'
import { faultsOfDocs } from './check-docs.ts'

const pages = {
  webhooks: '```json\n{ "type": "thing.made" }\n```',
  policies: '| type | does |\n|---|---|\n| Word Filter | hides words |',
  conversations: '`id` names it, `status` says where it stands.',
}
const declared = { events: ['thing.made'], policyTypes: ['Word Filter'], conversationFields: ['id', 'status'] }

test('pages that tell of every declaration have no faults', () => {
  expect(faultsOfDocs(pages, declared)).toEqual([])
})

test('an event, a policy type and a field of conversations that their page leaves out are named with the page', () => {
  const more = {
    events: [...declared.events, 'thing.made.twice'],
    policyTypes: [...declared.policyTypes, 'Word'],
    conversationFields: [...declared.conversationFields, 'stat'],
  }
  expect(faultsOfDocs(pages, more)).toEqual([
    'docs/webhooks.md has no example of the event thing.made.twice',
    'docs/policies.md has no row for the policy type Word',
    'docs/conversations.md says nothing of the field `stat`',
  ])
})
