/**
 * `fetch` whose replies end with an error after `maxBytes`, so an endpoint that floods can't fill memory. The request is
 * closed then, as it is when the given signal aborts.
 */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const reply = await fetch(input, init)
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
    return new Response(bounded, { status: reply.status, statusText: reply.statusText, headers: reply.headers })
  }
}
