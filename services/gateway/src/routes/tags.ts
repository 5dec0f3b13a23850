import { chat, contacts, ingest, type Scope, ServiceError, tagCountRequest, tagCounts } from '@frontdesk/contracts'
import { z } from 'zod'
import { mayUse } from '../keys/authenticate.ts'
import { jsonRoute } from './route.ts'

const tagged = z.enum(['conversations', 'contacts', 'sources'])
const scopes = { conversations: 'conversations', contacts: 'contacts', sources: 'knowledge' } as const satisfies Record<
  z.output<typeof tagged>,
  Scope
>
const queries = {
  conversations: chat.queries.tagCount,
  contacts: contacts.queries.tagCount,
  sources: ingest.queries.tagCount,
} as const

/** Tags in use, for whoever is about to write one. */
export const tagRoutes = [
  jsonRoute('GET /api/tags', {
    access: 'conversations',
    tag: 'Conversations',
    name: 'listTags',
    summary: 'List the tags in use',
    description:
      'Tags of conversations, contacts or sources with how many have each, the most used first. `q` looks for a part of the tag, in upper or lower case. `of=contacts` also needs the scope `contacts:read`, `of=sources` the scope `knowledge:read`.',
    query: z.strictObject({ of: tagged.default('conversations'), ...tagCountRequest.shape }),
    reply: tagCounts,
    async handle({ query: { of, ...asked }, caller, context }) {
      if (!mayUse(caller, scopes[of], 'read'))
        throw new ServiceError('forbidden', { detail: `Tags of ${of} need the scope ${scopes[of]}:read.` })
      return context.ask(queries[of], asked)
    },
  }),
]
