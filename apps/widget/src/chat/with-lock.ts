/**
 * Runs the work while no other tab of this browser runs its own under the same name. Browsers that have no locks (pages
 * without TLS), or refuse them together with their storage (`sandbox`, third parties), run `otherwise`: a visitor of such a
 * page has no other tab. What the work throws is thrown; so is an abort before the work began.
 */
export async function withLock<T>(
  name: string,
  work: () => Promise<T>,
  otherwise: () => Promise<T> = work,
  signal?: AbortSignal,
): Promise<T> {
  let begun: Promise<T> | undefined
  const begin = () => {
    begun = work()
    return begun
  }
  try {
    return (await navigator.locks.request(name, { ...(signal && { signal }) }, begin)) as T
  } catch (error) {
    // A browser that ends the page's locks, because the page goes, ends no work.
    if (begun) return begun
    if (signal?.aborted) throw error
    return otherwise()
  }
}
