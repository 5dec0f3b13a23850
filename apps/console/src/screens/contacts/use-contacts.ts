import type { Schemas } from '@frontdesk/client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterChanges } from '../../app/after-changes.ts'
import { client } from '../../app/client.ts'
import { inPages } from '../../app/in-pages.ts'
import { queryClient } from '../../app/query-client.ts'

export type Contact = Schemas['Contact']
export type ContactSearch = { q?: string; tag?: string; blocked?: 'true' }

const pageSize = 50
const gatherMs = 300

export const readContactsAgain = (): void => void queryClient.invalidateQueries({ queryKey: ['contacts'] })

/** Reads contacts again when the stream tells of a change, soon after the first of several. */
export function useLiveContacts(): void {
  useEffect(
    () =>
      afterChanges(
        // A new contact is no change of one: it comes with its first conversation.
        ({ type }) => type === 'contact.changed' || type === 'conversation.created',
        gatherMs,
        readContactsAgain,
      ),
    [],
  )
}

/** The contacts that a search finds, newest first. */
export function useContacts(search: ContactSearch) {
  useLiveContacts()
  const query = useInfiniteQuery({
    queryKey: ['contacts', 'list', search],
    ...inPages((signal, cursor) =>
      client.get('/api/contacts', { signal, query: { limit: pageSize, ...search, ...cursor } }),
    ),
    placeholderData: keepPreviousData,
  })
  return { ...query, contacts: query.data?.pages.flatMap(({ items }) => items) }
}

/** What a contact is called where it has no name. */
export const nameOf = ({ name, email, phone, externalId, id }: Contact): string =>
  name ?? email ?? phone ?? externalId ?? id
