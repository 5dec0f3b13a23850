import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../../../app/client.ts'
import { store, useStore } from '../../../app/live-store.ts'
import { queryClient } from '../../../app/query-client.ts'

const pageSize = 50
const presenceMs = 20_000

type Read = { hasEarlier: boolean }

/** Reads a conversation and its newest messages into the store. */
const threadQuery = (conversationId: string) =>
  queryOptions({
    queryKey: ['thread', conversationId],
    async queryFn({ signal }): Promise<Read> {
      const path = { conversationId }
      const [conversation, { items, nextCursor }] = await Promise.all([
        client.get('/api/conversations/{conversationId}', { path, signal }),
        client.get('/api/conversations/{conversationId}/messages', { path, signal, query: { limit: pageSize } }),
      ])
      store.putConversations([conversation])
      store.putMessages(conversationId, items)
      return { hasEarlier: nextCursor !== null }
    },
    // What the stream told since is in the store; after a cut the stream goes on where it stopped.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Reads a conversation that is probably opened next. */
export const readThreadAhead = (conversationId: string): void =>
  void queryClient.prefetchQuery(threadQuery(conversationId))

/** A conversation and its messages, as they are now. */
export function useThread(conversationId: string) {
  const query = useQuery(threadQuery(conversationId))
  const messages = useStore((live) => live.thread(conversationId))
  const conversation = useStore((live) => live.conversation(conversationId))
  const newest = messages.at(-1)?.sequence ?? 0

  const earlier = async () => {
    const before = messages[0]?.sequence
    if (before === undefined) return
    const { items, nextCursor } = await client.get('/api/conversations/{conversationId}/messages', {
      path: { conversationId },
      query: { limit: pageSize, before },
    })
    store.putMessages(conversationId, items)
    queryClient.setQueryData(threadQuery(conversationId).queryKey, { hasEarlier: nextCursor !== null })
  }

  useEffect(() => {
    if (newest === 0) return
    const mark = () => {
      if (document.hidden) return
      client
        .put('/api/conversations/{conversationId}/read', { path: { conversationId }, body: { sequence: newest } })
        .then(() => {
          const read = store.conversation(conversationId)
          if (read?.unread) store.putConversations([{ ...read, unread: false }])
          void queryClient.invalidateQueries({ queryKey: ['counts'] })
        })
        // It stays unread, and is marked with the next message or look.
        .catch(() => {})
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [conversationId, newest])

  return { ...query, messages, conversation, newest, hasEarlier: query.data?.hasEarlier === true, earlier }
}

/** Tells colleagues that this agent is in a conversation, and doing what. */
export function usePresence(conversationId: string, state: 'viewing' | 'replying' | 'noting'): void {
  useEffect(() => {
    const tell = () => {
      if (document.hidden) return
      // It is told again in a moment; nothing rests on one of them.
      client.post('/api/presence', { body: { conversationId, state } }).catch(() => {})
    }
    tell()
    const timer = setInterval(tell, presenceMs)
    return () => clearInterval(timer)
  }, [conversationId, state])
  useEffect(
    () => () => void client.post('/api/presence', { body: { conversationId: null, state: 'viewing' } }).catch(() => {}),
    [],
  )
}
