import { type Contact, contact, contacts as contactsContracts, id } from '@frontdesk/contracts'
import { z } from 'zod'
import { actorOf } from '../agents/require-agent.ts'
import { jsonRoute, type RouteInput } from './route.ts'

const common = { access: 'contacts', tag: 'Contacts' } as const
const contactId = z.object({ contactId: id })

async function setBlocked(
  blocked: boolean,
  input: RouteInput & { params: z.output<typeof contactId> },
): Promise<Contact> {
  const { name: _, ...actor } = await actorOf(input)
  return input.context.ask(contactsContracts.queries.contactBlock, { ...input.params, blocked, actor })
}

/** Blocking of contacts. */
export const contactBlockRoutes = [
  jsonRoute('POST /api/contacts/:contactId/block', {
    ...common,
    name: 'blockContact',
    summary: 'Block a contact',
    description:
      'What a blocked contact writes is stored. The AI does not answer, and the conversation is not reopened, unread, waiting or assigned. The only webhook event is `message.received`. Shortly after the reply, the contact’s conversations show `blocked`.',
    params: contactId,
    reply: contact,
    refusals: ['not_found', 'version_conflict'],
    handle: (input) => setBlocked(true, input),
  }),
  jsonRoute('POST /api/contacts/:contactId/unblock', {
    ...common,
    name: 'unblockContact',
    summary: 'Unblock a contact',
    description:
      'The next messages are handled as usual. Messages that the contact wrote while blocked are not answered.',
    params: contactId,
    reply: contact,
    refusals: ['not_found', 'version_conflict'],
    handle: (input) => setBlocked(false, input),
  }),
]
