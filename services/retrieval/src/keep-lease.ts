import type { RetrievalContext } from './context.ts'

/** Renews a lease until the returned stop: work of minutes keeps it, and that of a dead process is soon taken over. */
export function keepLease(renew: () => Promise<unknown>, { config, log }: RetrievalContext): () => void {
  const timer = setInterval(
    () => renew().catch((error) => log.warn({ err: error }, 'a lease was not renewed')),
    config.EMBEDDING_LEASE_MS / 3,
  )
  return () => clearInterval(timer)
}
