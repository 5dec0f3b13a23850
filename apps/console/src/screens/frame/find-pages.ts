import type { LinkOptions } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { mayUse, type Session } from '../../app/session.ts'
import type { Messages } from '../../messages/en.ts'
import { nameOf as nameOfContact } from '../contacts/use-contacts.ts'
import { nameOf as nameOfCustomer } from '../inbox/customer-name.ts'
import { type Section, sections } from '../settings/sections.ts'
import { textsIn } from '../settings/texts.ts'

/** A page that the command menu leads to; `kind` is where it belongs, a text of `messages.nav`. */
export type Found = {
  id: string
  name: string
  kind: 'inbox' | 'knowledge' | 'contacts' | 'settings'
  link: LinkOptions
}

/** The pages of the settings that somebody may open. */
export function findSettings(session: Session, language: string): Found[] {
  const names = Object.keys(sections) as Section[]
  const allowed = names.filter((name) => !sections[name].scope || mayUse(session, sections[name].scope))
  return allowed.map((section) => ({
    id: `settings/${section}`,
    name: textsIn(language).sections[section].name,
    kind: 'settings',
    link: { to: '/settings/$section', params: { section } },
  }))
}

const maxOfKind = 5
/** Whoever types on has not waited for this search. */
const pauseMs = 150

/** Conversations, sources and contacts that the server finds, after a pause in typing; and why some could not be searched. */
export async function findRecords(
  q: string,
  session: Session,
  messages: Messages,
  signal: AbortSignal,
): Promise<{ found: Found[]; problem: unknown }> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  signal.throwIfAborted()
  const options = { signal, query: { q, limit: maxOfKind } }
  const searches: [scope: string, search: () => Promise<Found[]>][] = [
    [
      'conversations',
      async () =>
        (await client.get('/api/conversations', options)).items.map((conversation) => ({
          id: conversation.id,
          name: [nameOfCustomer(conversation, messages.inbox.unknownCustomer), conversation.preview?.text]
            .filter(Boolean)
            .join(' · '),
          kind: 'inbox',
          link: { to: '/inbox/$view', params: { view: 'all' }, search: { c: conversation.id } },
        })),
    ],
    [
      'knowledge:read',
      async () =>
        (await client.get('/api/knowledge/sources', options)).items.map(({ id, title }) => ({
          id,
          name: title,
          kind: 'knowledge',
          link: { to: '/knowledge/$source', params: { source: id } },
        })),
    ],
    [
      'contacts:read',
      async () =>
        (await client.get('/api/contacts', options)).items.map((contact) => ({
          id: contact.id,
          name: nameOfContact(contact),
          kind: 'contacts',
          link: { to: '/contacts/$contact', params: { contact: contact.id } },
        })),
    ],
  ]
  const allowed = searches.filter(([scope]) => mayUse(session, scope))
  const results = await Promise.allSettled(allowed.map(([, search]) => search()))
  signal.throwIfAborted()
  return {
    found: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    problem: results.find((result) => result.status === 'rejected')?.reason,
  }
}
