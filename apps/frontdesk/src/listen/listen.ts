import { parseArgs, styleText } from 'node:util'
import { createClient, FrontdeskError } from '@frontdesk/client'
import { outboundEventType } from '@frontdesk/contracts'
import { openForwarder } from './forward-deliveries.ts'
import { deliveryJson, showDelivery } from './show-delivery.ts'

const usage = `frontdesk listen            show a tenant's events as they happen, signed as webhooks are
    --forward-to URL        post each event to this URL, such as http://localhost:3000/webhooks, and show the reply
    --events LIST           only these events, separated by commas: ${outboundEventType.options.join(', ')}
    --secret SECRET         the signing secret (whsec_ and the base64 of 24 to 64 bytes); default FRONTDESK_WEBHOOK_SECRET,
                            else a new one
    --base-url URL          address of Frontdesk; default BASE_URL, else http://localhost:<PORT or 8080>
    --api-key KEY           with the scope settings and those of the events; default FRONTDESK_API_KEY, else BOOTSTRAP_API_KEY
    --json                  print one line of JSON per event
  Reconnects automatically. Press Ctrl-C to end it.
`

const options = {
  'forward-to': { type: 'string' },
  events: { type: 'string' },
  secret: { type: 'string' },
  'base-url': { type: 'string' },
  'api-key': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export type ListenOptions = {
  baseUrl: string
  apiKey: string
  forwardTo?: string | undefined
  events?: string[] | undefined
  secret?: string | undefined
  json?: boolean
  /** Ends it. */
  signal: AbortSignal
  /** Lines about events. */
  print: (line: string) => void
  /** Lines about the connection. */
  notice: (line: string) => void
}

/** Runs the command until Ctrl-C. Throws an Error with a sentence when it can't begin, or is refused later. */
export async function listen(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options })
  if (values.help) return void process.stdout.write(usage)
  const { env } = process
  const apiKey = values['api-key'] ?? env.FRONTDESK_API_KEY ?? env.BOOTSTRAP_API_KEY
  if (!apiKey) throw new Error('an API key is needed: --api-key, or FRONTDESK_API_KEY')
  const forwardTo = values['forward-to'] === undefined ? undefined : addressOf(values['forward-to'])
  const ending = new AbortController()
  const end = () => ending.abort()
  process.once('SIGINT', end).once('SIGTERM', end)
  await listenUntil({
    baseUrl: (values['base-url'] ?? env.BASE_URL ?? `http://localhost:${env.PORT ?? 8080}`).replace(/\/$/, ''),
    apiKey,
    forwardTo,
    events: values.events?.split(',').map((event) => event.trim()),
    secret: values.secret ?? env.FRONTDESK_WEBHOOK_SECRET,
    json: values.json,
    signal: ending.signal,
    print: (line) => void process.stdout.write(`${line}\n`),
    notice: (line) => void process.stderr.write(`${line}\n`),
  })
}

/** `localhost:3000/hook` will do. */
function addressOf(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (url && /^https?:$/.test(url.protocol)) return url.href
  throw new Error(`--forward-to needs a URL such as http://localhost:3000/webhooks, not ${text}`)
}

const mayEndAfterMs = 2_000

/** Shows and forwards events until the signal. Then what is on its way has two seconds. Throws sentences. */
export async function listenUntil(given: ListenOptions): Promise<void> {
  const { baseUrl, apiKey, forwardTo, json = false, signal, print, notice } = given
  const client = createClient({ baseUrl, apiKey, maxRetries: 1 })
  const show = json ? deliveryJson : showDelivery
  const forwarder =
    forwardTo === undefined
      ? undefined
      : openForwarder(forwardTo, (heard, forwarded) => print(show(heard, new Date(), forwarded)))
  try {
    for (let secret = given.secret; !signal.aborted; ) {
      const listener = await begin()
      if (listener.secret !== secret) notice(`${styleText('bold', 'Secret')}  ${listener.secret}`)
      secret = listener.secret
      if (listener.scopes) notice(`This API key gets only events of the scopes ${listener.scopes.join(', ')}`)
      try {
        await follow(listener.id)
      } catch (error) {
        if (signal.aborted) await endNow(listener.id)
        else if (!(error instanceof FrontdeskError) || error.code !== 'not_found') throw error
        else notice('The listener had expired; events in between are missing.')
      }
    }
  } catch (error) {
    if (!signal.aborted) throw explained(error, baseUrl)
  } finally {
    await settle()
  }

  async function begin() {
    const { events, secret } = given
    // What the platform does not know is refused by it, with all that it does know.
    const body = {
      ...(events && { events: events as (typeof outboundEventType.options)[number][] }),
      ...(secret && { secret }),
    }
    return client.post('/api/webhook-listeners', { body, signal })
  }

  async function follow(listenerId: string) {
    const path = { listenerId }
    const onCut = () => notice(styleText('dim', 'The connection was lost; reconnecting …'))
    for await (const { event } of client.follow('/api/webhook-listeners/{listenerId}/stream', {
      path,
      signal,
      onCut,
    })) {
      if (event.type === 'ready') notice(`Listening at ${baseUrl}${forwardTo ? `, forwarding to ${forwardTo}` : ''}`)
      else if (forwarder) forwarder.forward(event)
      else print(show(event, new Date()))
    }
  }

  /** Where this fails the platform ends it by itself, a minute later. */
  async function endNow(listenerId: string) {
    const limit = AbortSignal.timeout(mayEndAfterMs)
    await client.delete('/api/webhook-listeners/{listenerId}', { path: { listenerId }, signal: limit })
  }

  async function settle() {
    if (!forwarder) return
    const timer = setTimeout(() => forwarder.stop(), mayEndAfterMs)
    await forwarder.idle()
    clearTimeout(timer)
  }
}

/** What to do about it, for the person at the terminal. */
function explained(error: unknown, baseUrl: string): unknown {
  if (!(error instanceof FrontdeskError)) return error
  const { code, status, detail, errors } = error
  const say = (sentence: string) => new Error(sentence, { cause: error })
  if (code === 'unreachable') {
    return say(`no Frontdesk answers at ${baseUrl}: start one, or set its address with --base-url`)
  }
  if (code === 'unauthenticated') return say(`the API key is not valid at ${baseUrl}, or no longer valid`)
  if (code === 'forbidden') return say(`the API key lacks scopes for these events: ${detail}`)
  if (code === 'unexpected_reply' || status === 404) {
    return say(`the server at ${baseUrl} is not a Frontdesk that supports listeners (HTTP ${status})`)
  }
  return say([detail, ...errors.map(({ path, message }) => `${path}: ${message}`)].join('\n'))
}
