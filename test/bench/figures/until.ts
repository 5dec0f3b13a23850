import { setTimeout as pause } from 'node:timers/promises'

/** Asks until there is an answer, every `everyMs`; throws when there is none after `limitMs`, and says what was awaited. */
export async function until<T>(
  awaited: string,
  { everyMs, limitMs }: { everyMs: number; limitMs: number },
  ask: () => Promise<T | undefined>,
): Promise<T> {
  for (const deadline = performance.now() + limitMs; performance.now() < deadline; await pause(everyMs)) {
    const answer = await ask()
    if (answer !== undefined) return answer
  }
  throw new Error(`${awaited}: not within ${limitMs / 1_000} s`)
}
