/**
 * Turns that this process works on or reads: who reads them, and a bell that rings when there is more. Nothing here is
 * needed to be right, only to be quick: a reader without it looks into the store from time to time.
 */
type LiveTurn = { readers: number; bells: Set<() => void>; whenDeserted?: (() => void) | undefined }

const live = new Map<string, LiveTurn>()

const entryOf = (turnId: string): LiveTurn => {
  const known = live.get(turnId)
  if (known) return known
  const made: LiveTurn = { readers: 0, bells: new Set() }
  live.set(turnId, made)
  return made
}

function forgetIfIdle(turnId: string, entry: LiveTurn) {
  if (entry.readers === 0 && entry.bells.size === 0 && !entry.whenDeserted) live.delete(turnId)
}

/** Rings for everyone who reads the turn here. */
export function ring(turnId: string): void {
  for (const bell of live.get(turnId)?.bells ?? []) bell()
}

/** Resolves at the next ring, after `atMostMs`, or when the signal aborts. */
export function nextRing(turnId: string, atMostMs: number, signal: AbortSignal): Promise<void> {
  const entry = entryOf(turnId)
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      entry.bells.delete(wake)
      signal.removeEventListener('abort', wake)
      forgetIfIdle(turnId, entry)
      resolve()
    }
    const timer = setTimeout(wake, atMostMs)
    entry.bells.add(wake)
    signal.addEventListener('abort', wake)
    if (signal.aborted) wake()
  })
}

/** Counts a reader in; the answer counts it out. */
export function readTurn(turnId: string): () => void {
  const entry = entryOf(turnId)
  entry.readers++
  return () => {
    entry.readers--
    if (entry.readers === 0) entry.whenDeserted?.()
    forgetIfIdle(turnId, entry)
  }
}

/**
 * Aborts when the turn had readers and has had none for `afterMs`. A turn that nobody ever read here goes on: its
 * customer may be gone for a moment (a restart) or may never read at all (e-mail).
 */
export function desertion(turnId: string, afterMs: number): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const entry = entryOf(turnId)
  let timer: NodeJS.Timeout | undefined
  entry.whenDeserted = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (entry.readers === 0) controller.abort()
    }, afterMs)
  }
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      entry.whenDeserted = undefined
      forgetIfIdle(turnId, entry)
    },
  }
}
