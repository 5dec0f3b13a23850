import { ApiError } from './api-error.ts'

export type ServerEvent = { event: string; id: string; data: any }

/**
 * The lines of server-sent events, in any parts, as events (https://html.spec.whatwg.org/#event-stream-interpretation).
 * `EventSource` can't be used, because it sends no `Authorization`.
 */
export function makeEventParser(): (part: string) => ServerEvent[] {
  let rest = ''
  let name = ''
  let id = ''
  let data: string[] = []
  return (part) => {
    const events: ServerEvent[] = []
    // A CR at the end may be the first half of a line's end.
    const lines = (rest + part).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ event: name || 'message', id, data: JSON.parse(data.join('\n')) })
        name = ''
        data = []
        continue
      }
      const colon = line.indexOf(':')
      const field = colon < 0 ? line : line.slice(0, colon)
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (field === 'data') data.push(value)
      else if (field === 'event') name = value
      else if (field === 'id') id = value
    }
    return events
  }
}

/** Reads a reply's events until it ends. Throws `ApiError` if the connection breaks, or if nothing comes for `silenceMs`. */
export async function* readEvents(reply: Response, silenceMs = 60_000): AsyncGenerator<ServerEvent> {
  const parse = makeEventParser()
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const silence = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new ApiError(0, 'silent')), silenceMs)
      })
      const { done, value } = await Promise.race([reader.read(), silence]).finally(() => clearTimeout(timer))
      if (done) return
      yield* parse(value)
    }
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError(0, 'broken', { cause })
  } finally {
    reader.cancel().catch(() => {})
  }
}
