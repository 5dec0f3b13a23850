import type { RetrievalContext } from '../context.ts'

/** Renews a lease until the returned function is called: long work keeps its lease, a crashed process soon loses it. */
export function renewUntilStopped(renew: () => Promise<unknown>, { config, log }: RetrievalContext): () => void {
  const timer = setInterval(
    () => renew().catch((error) => log.warn({ err: error }, 'a lease was not renewed')),
    config.EMBEDDING_LEASE_MS / 3,
  )
  return () => clearInterval(timer)
}
