import type { Schemas } from '@frontdesk/client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../../app/client.ts'
import { inPages } from '../../app/in-pages.ts'
import { liveLog } from '../../app/live-log.ts'
import { queryClient } from '../../app/query-client.ts'

export type Contact = Schemas['Contact']
export type ContactSearch = { q?: string; tag?: string; blocked?: 'true' }

const pageSize = 50
const gatherMs = 300

export const readContactsAgain = (): void => void queryClient.invalidateQueries({ queryKey: ['contacts'] })

/** Reads contacts again when the stream tells of a change, soon after the first of several. */
export function useLiveContacts(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        readContactsAgain()
      }, gatherMs)
    }
    const stop = liveLog.onChange(({ type }) => {
      // A new contact is no change of one: it comes with its first conversation.
      if (type === 'contact.changed' || type === 'conversation.created') readSoon()
    })
    // What changed between the first read and the start of the stream is in neither.
    const stopState = liveLog.subscribeState(() => {
      if (liveLog.state.is === 'live') readSoon()
    })
    return () => {
      stop()
      stopState()
      clearTimeout(timer)
    }
  }, [])
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
