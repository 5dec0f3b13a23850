import { Agent, fetch as undiciFetch } from 'undici'

const maxRedirects = 3

/**
 * Where the same request is to be sent instead, on the origin that was asked: servers that want a slash at the end say so.
 * Another origin, or plain HTTP in place of TLS, would get what customers wrote without anybody having named it.
 */
function nextAddress(reply: Response, from: URL): URL | undefined {
  const location = reply.headers.get('location')
  if ((reply.status !== 307 && reply.status !== 308) || location === null || !URL.canParse(location, from.href)) return
  const next = new URL(location, from)
  return next.origin === from.origin ? next : undefined
}

/**
 * `fetch` that gives up a connection which is not there after `connectMs`, and whose replies end with an error after
 * `maxBytes`, so an endpoint that floods can't fill memory. The request is closed then, as when the given signal aborts.
 * Redirects are followed on the same origin alone; others are the reply.
 */
export function boundedFetch(maxBytes: number, connectMs: number): typeof fetch {
  // How long replies may take is for the caller to say, who knows what was asked.
  const dispatcher = new Agent({ connect: { timeout: connectMs }, headersTimeout: 0, bodyTimeout: 0 })
  const open = undiciFetch as unknown as (input: unknown, init: object) => Promise<Response>
  return async (input, init) => {
    const ask = (address: unknown) => open(address, { ...init, redirect: 'manual', dispatcher })
    let reply = await ask(input)
    let url = new URL(input instanceof Request ? input.url : input)
    for (let redirects = 0; redirects < maxRedirects; redirects++) {
      const next = nextAddress(reply, url)
      if (!next) break
      await reply.body?.cancel()
      url = next
      reply = await ask(url)
    }
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
