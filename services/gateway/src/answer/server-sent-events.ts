import { Readable } from 'node:stream'

/** One server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html). `data` becomes JSON. */
export type StreamEvent = {
  event: string
  /** Absent: a client that comes back goes on from the event before. */
  id?: string
  data: object
  /** Nothing follows it. */
  isLast?: boolean
}

/** How long a stream may say nothing before a comment is sent, so that proxies keep it open. */
const commentEveryMs = 15_000
/** When a client may come back after the server stopped. */
const retryMs = 1_000

/** An event as it stands in the stream. */
export const frame = ({ event, id, data }: StreamEvent): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const

export type OpenStream = {
  body: Readable
  /** Tells the client when to come back, and ends: the server stops. */
  stop(): void
}

/**
 * A reply's body that sends events as they come. It takes the next one only when the client has room for it, sends a
 * comment when nothing else went for `everyMs`, and calls `closed` once, when the client goes away or all is sent.
 * What `rest` throws becomes the last event, by `failed`. `ending` is done before the last event leaves, so that who
 * has read it finds its effects.
 */
export function openEventStream(
  first: StreamEvent,
  rest: AsyncIterator<StreamEvent>,
  options: {
    failed(error: unknown, lastId: string | undefined): StreamEvent
    ending?(): Promise<void>
    closed(): void
    everyMs?: number
  },
): OpenStream {
  const { failed, ending = async () => {}, closed, everyMs = commentEveryMs } = options
  let hasRoom: (() => void) | undefined
  let over = false

  const body = new Readable({
    read() {
      hasRoom?.()
      hasRoom = undefined
    },
    destroy(error, done) {
      end()
      done(error)
    },
  })
  const comments = setInterval(() => {
    if (body.readableLength === 0) body.push(': keep-alive\n\n')
  }, everyMs)

  function end() {
    if (over) return
    over = true
    clearInterval(comments)
    hasRoom?.()
    closed()
  }

  async function send(event: StreamEvent): Promise<void> {
    comments.refresh()
    if (event.isLast) await ending()
    if (!body.push(frame(event)) && !over) await new Promise<void>((resolve) => (hasRoom = resolve))
  }

  async function pump() {
    let lastId = first.id
    try {
      let next: IteratorResult<StreamEvent> = { value: first }
      while (!next.done && !over) {
        lastId = next.value.id ?? lastId
        await send(next.value)
        next = await rest.next()
      }
    } catch (error) {
      if (!over) await send(failed(error, lastId))
    }
    if (over) return
    body.push(null)
    end()
  }
  void pump()

  return {
    body,
    stop() {
      if (over) return
      body.push(`retry: ${retryMs}\n\n`)
      body.push(null)
      end()
    },
  }
}
