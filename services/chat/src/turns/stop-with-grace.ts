/**
 * A signal for work on an answer that a stop of the process ends: at once while nothing of it was sent, for another process
 * then writes it; otherwise after `graceMs`, because nobody else can go on with a half answer. `end` forgets the stop.
 */
export function stopWithGrace(
  stop: AbortSignal,
  { graceMs, isPartlySent }: { graceMs: number; isPartlySent(): boolean },
): { signal: AbortSignal; end(): void } {
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onStop = () => {
    if (isPartlySent()) timer = setTimeout(() => ended.abort(), graceMs)
    else ended.abort()
  }
  if (stop.aborted) onStop()
  else stop.addEventListener('abort', onStop)
  return {
    signal: ended.signal,
    end() {
      clearTimeout(timer)
      stop.removeEventListener('abort', onStop)
    },
  }
}
