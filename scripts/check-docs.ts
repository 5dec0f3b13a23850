import { readFileSync } from 'node:fs'
import { conversation, outboundEventType, policy } from '@frontdesk/contracts'
import { exitWith } from './exit-with.ts'

/** The pages that tell of declarations one by one. */
export type Pages = { webhooks: string; policies: string; conversations: string }

/** Declarations that their page does not tell of; one sentence a fault, none when all is well. */
export function faultsOfDocs(
  { webhooks, policies, conversations }: Pages,
  declared: { events: readonly string[]; policyTypes: readonly string[]; conversationFields: readonly string[] },
): string[] {
  const without = (names: readonly string[], tellsOf: (name: string) => boolean) =>
    names.filter((name) => !tellsOf(name))
  return [
    ...without(declared.events, (type) => webhooks.includes(`"type": "${type}"`)).map(
      (type) => `docs/webhooks.md has no example of the event ${type}`,
    ),
    ...without(declared.policyTypes, (type) => new RegExp(`^\\| ${type} [|(]`, 'm').test(policies)).map(
      (type) => `docs/policies.md has no row for the policy type ${type}`,
    ),
    ...without(declared.conversationFields, (field) => conversations.includes(`\`${field}\``)).map(
      (field) => `docs/conversations.md says nothing of the field \`${field}\``,
    ),
  ]
}

/** What is wrong in this repository. */
export function findFaults(): string[] {
  const read = (name: string) => readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8')
  return faultsOfDocs(
    { webhooks: read('webhooks'), policies: read('policies'), conversations: read('conversations') },
    {
      events: outboundEventType.options,
      policyTypes: policy.options.map(({ shape }) => shape.type.value),
      conversationFields: Object.keys(conversation.shape),
    },
  )
}

if (import.meta.main) exitWith(findFaults())
