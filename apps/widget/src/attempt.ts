/** Runs the work; undefined where it throws, as browsers do that refuse their storage (`sandbox`, private frames). */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
