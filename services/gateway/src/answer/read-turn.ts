import { ServiceError, type TurnPart } from '@frontdesk/contracts'

/** A process that stops refuses new streams first, so that few tries reach one that goes on. */
const maxTries = 4

/**
 * The parts of a turn to its end, each once, from `offset` on. When the process that sends them stops or dies, `open` is
 * called again and another one continues. Throws what `open` throws, and `stream_broken` when it keeps breaking.
 */
export async function* readTurn(
  open: (offset: number) => AsyncIterable<TurnPart>,
  { signal, offset = 0 }: { signal: AbortSignal; offset?: number },
): AsyncGenerator<TurnPart> {
  let isStarted = offset > 0
  let sent = offset
  let repeated = 0
  for (let tries = 1; ; tries++) {
    try {
      for await (const part of open(sent)) {
        if (part.type === 'start') {
          if (!isStarted) yield part
          isStarted = true
        } else if (part.type === 'delta') {
          // A question that was asked again is answered from its beginning.
          const text = repeated > 0 ? part.text.slice(Math.max(0, sent - (part.offset - part.text.length))) : part.text
          sent = Math.max(sent, part.offset)
          if (text === '') continue
          tries = 0
          yield { ...part, text }
        } else {
          yield part
          return
        }
      }
      throw new ServiceError('stream_broken')
    } catch (error) {
      const isBroken = error instanceof ServiceError && error.code === 'stream_broken'
      if (!isBroken || signal.aborted || tries >= maxTries) throw error
      repeated++
    }
  }
}
