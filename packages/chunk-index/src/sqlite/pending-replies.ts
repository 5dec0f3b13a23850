/** What was asked of a thread and waits for its reply. `onNone` is called when nothing waits any more. */
export function pendingReplies(onNone: () => void) {
  const pending = new Map<number, PromiseWithResolvers<never>>()
  let asked = 0

  /** Whoever waits for a reply; nobody does any more when it was on its way while the thread failed. */
  const take = (id: number): PromiseWithResolvers<never> | undefined => {
    const waiting = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) onNone()
    return waiting
  }

  return {
    /** A new number to ask by, and what will be replied. */
    add(): { id: number; reply: Promise<never> } {
      const id = asked++
      const waiting = Promise.withResolvers<never>()
      pending.set(id, waiting)
      return { id, reply: waiting.promise }
    },
    resolve: (id: number, value: unknown): void => take(id)?.resolve(value as never),
    reject: (id: number, error: Error): void => take(id)?.reject(error),
    rejectAll(error: Error): void {
      for (const id of [...pending.keys()]) take(id)?.reject(error)
    },
  }
}
