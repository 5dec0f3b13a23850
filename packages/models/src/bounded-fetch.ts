import { Agent, fetch as undiciFetch } from 'undici'

/**
 * `fetch` that gives up a connection which is not there after `connectMs`, and whose replies end with an error after
 * `maxBytes`, so an endpoint that floods can't fill memory. The request is closed then, as when the given signal aborts.
 */
export function boundedFetch(maxBytes: number, connectMs: number): typeof fetch {
  // How long replies may take is for the caller to say, who knows what was asked.
  const dispatcher = new Agent({ connect: { timeout: connectMs }, headersTimeout: 0, bodyTimeout: 0 })
  const open = undiciFetch as unknown as (input: unknown, init: object) => Promise<Response>
  return async (input, init) => {
    const reply = await open(input, { ...init, dispatcher })
    if (!reply.body) return reply
    let bytes = 0
    const bounded = reply.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength
          if (bytes > maxBytes) throw new Error(`the reply is larger than ${maxBytes} bytes`)
          controller.enqueue(chunk)
        },
      }),
    )
    // Headers of the global kind: those of the package are another class.
    const headers = new Headers([...reply.headers])
    return new Response(bounded, { status: reply.status, statusText: reply.statusText, headers })
  }
}
