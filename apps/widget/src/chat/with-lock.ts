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
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return (await navigator.locks.request(name, { ...(signal && { signal }) }, begin)) as T
  } catch (error) {
    if (hasBegun || signal?.aborted) throw error
    return otherwise()
  }
}
