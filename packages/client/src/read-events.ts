import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** The platform sends a comment every 15 s; after three missed ones the connection counts as lost. */
const silenceMs = 45_000

export type SentEvent = { event: string; id: string; data: any }

/**
 * The server-sent events of a reply, with their data parsed as JSON, until it ends. Throws if the connection breaks or stays
 * silent. `onRetry` gets the time that the server asks to wait before a reconnect. Leaving the loop closes the connection.
 */
export async function* readEvents(response: Response, onRetry: (ms: number) => void): AsyncGenerator<SentEvent> {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  const waiting: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => waiting.push(event), onRetry })
  try {
    while (true) {
      const { done, value } = await withinSilence(reader.read())
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        yield { event: next.event ?? 'message', id: next.id ?? '', data: JSON.parse(next.data) }
      }
    }
  } finally {
    await reader.cancel().catch(ignoreBroken)
  }
}

/** Cancelling what is broken already fails with what broke it, which was thrown before. */
const ignoreBroken = () => {}

async function withinSilence<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream sent nothing for too long')), silenceMs)
  })
  try {
    return await Promise.race([reading, silence])
  } finally {
    clearTimeout(timer)
  }
}
