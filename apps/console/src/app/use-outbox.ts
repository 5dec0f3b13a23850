import { useEffect, useSyncExternalStore } from 'react'
import { outbox, type Waiting } from './outbox.ts'

/** What an agent sent and the server has not confirmed: in a conversation, or in all of them. */
export function useOutbox(agentId: string, conversationId?: string): Waiting[] {
  useSyncExternalStore(outbox.subscribe, outbox.version)
  return outbox.of(agentId, conversationId)
}

/** Sends what waits, while the component is there. */
export function useSending(agentId: string): void {
  useEffect(() => {
    const controller = new AbortController()
    outbox.start(agentId, controller.signal)
    return () => controller.abort()
  }, [agentId])
}
