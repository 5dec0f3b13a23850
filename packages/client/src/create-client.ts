import { followEvents } from './follow-events.ts'
import { FrontdeskError } from './frontdesk-error.ts'
import { type ClientOptions, newIdempotencyKey, type Outgoing, openSender, type Send } from './send-request.ts'
import { streamAnswer } from './stream-answer.ts'
import { streamSimulation } from './stream-simulation.ts'
import type {
  CallOptions,
  ChatEvent,
  EventOf,
  FollowOptions,
  ItemOf,
  ListPath,
  LiveEvent,
  Method,
  Operation,
  Options,
  OptionsArgument,
  Path,
  PathsWith,
  Question,
  Reply,
  SimulationEvent,
  SimulationInput,
  StreamPath,
} from './types.ts'

type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...options: OptionsArgument<Operation<P, M>>
) => Promise<Reply<Operation<P, M>>>

/** An event of an endless stream; pass its `id` as `after` to continue there. */
export type Followed<E> = { id: string; event: E }

/** A client of one Frontdesk. Paths are written as in the OpenAPI document; every function throws `FrontdeskError`. */
export type Client = {
  get: Call<'get'>
  post: Call<'post'>
  put: Call<'put'>
  patch: Call<'patch'>
  delete: Call<'delete'>
  /** The unread reply of a GET, to read files of any size as a stream. */
  download<P extends PathsWith<'get'>>(path: P, ...options: OptionsArgument<Operation<P, 'get'>>): Promise<Response>
  /** Every item of a list, page by page. `query.limit` is the size of a page, at most 100. */
  list<P extends ListPath>(path: P, ...options: OptionsArgument<Operation<P, 'get'>>): AsyncGenerator<ItemOf<P>>
  chat: {
    /**
     * Asks, and reads the answer as it is written: `start`, `delta`s, then one of `done`, `blocked`, `escalated`. If the
     * connection breaks, it continues where it stopped. Leave the loop or abort the signal to stop the answer.
     */
    stream(question: Question, options?: CallOptions & { idempotencyKey?: string }): AsyncGenerator<ChatEvent>
  }
  simulate: {
    /**
     * Tries a question without storing anything, and reads the answer as it is written: `start`, `delta`s, then `done` with
     * the whole simulation. If the connection breaks, it throws: ask again.
     */
    stream(question: SimulationInput, options?: CallOptions): AsyncGenerator<SimulationEvent>
  }
  events: {
    /** Every change of the tenant from now on, or after the event `after`; reconnects without limit. */
    stream(options?: FollowOptions): AsyncGenerator<Followed<LiveEvent>>
  }
  /** The same for any route with an endless stream. */
  follow<P extends StreamPath>(
    path: P,
    options: FollowOptions & Path<Operation<P, 'get'>>,
  ): AsyncGenerator<Followed<EventOf<P>>>
}

/** Creates a client. It keeps no connection open, so there is nothing to close. */
export function createClient(options: ClientOptions): Client {
  const send = openSender(options)
  const call =
    <M extends Method>(method: M): Call<M> =>
    (path, ...[given]) =>
      readReply(send, outgoing(method, path, given as AnyOptions | undefined))

  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    download: (path, ...[given]) => send(outgoing('get', path, given as AnyOptions | undefined), (reply) => reply),
    list: (path, ...[given]) => listAll(send, path, given as AnyOptions | undefined),
    chat: {
      stream: (question, { signal, ...given } = {}) =>
        streamAnswer(send, question, { headers: headersOf('post', given), signal }),
    },
    simulate: {
      stream: (question, { signal, ...given } = {}) =>
        streamSimulation(send, question, { headers: headersOf('post', given), signal }),
    },
    events: { stream: (given = {}) => follow(send, '/api/events/stream', given) },
    follow: (path, given) => follow(send, path, given as FollowOptions & AnyOptions),
  }
}

type AnyOptions = Omit<Options<unknown>, 'path' | 'query' | 'body' | 'form'> & {
  path?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  form?: Record<string, unknown>
}

const headersOf = (method: Method, { agentId, idempotencyKey }: AnyOptions): Record<string, string> => ({
  ...(method === 'post' && { 'idempotency-key': idempotencyKey ?? newIdempotencyKey() }),
  ...(agentId !== undefined && { 'x-agent-id': agentId }),
})

function outgoing(method: Method, path: string, given: AnyOptions = {}): Outgoing {
  const { path: parameters = {}, query, body, form, signal } = given
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined || value === '') throw new TypeError(`The path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  return {
    method: method.toUpperCase(),
    path: filled,
    query,
    headers: headersOf(method, given),
    body: form ? formOf(form) : body === undefined ? undefined : JSON.stringify(body),
    signal,
  }
}

/** Lists are repeated fields, as the platform reads them; a `File` keeps its name. */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === undefined) continue
      form.append(name, each instanceof Blob ? each : String(each))
    }
  }
  return form
}

async function* follow(
  send: Send,
  path: string,
  { after, onCut, ...given }: FollowOptions & AnyOptions,
): AsyncGenerator<Followed<any>> {
  const events = followEvents(send, outgoing('get', path, given), { after, onCut })
  for await (const { id, data } of events) yield { id, event: data }
}

async function readReply(send: Send, request: Outgoing): Promise<any> {
  const { status, type, text } = await send(request, async (response) => ({
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  }))
  if (status === 204) return undefined
  if (!/[/+]json\b/.test(type)) return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FrontdeskError({ status, code: 'unexpected_reply', detail: 'The reply is not JSON' }, { cause })
  }
}

async function* listAll(send: Send, path: string, given: AnyOptions = {}): AsyncGenerator<any> {
  let cursor: string | null | undefined
  do {
    const query = { ...given.query, ...(cursor && { cursor }) }
    const page = await readReply(send, outgoing('get', path, { ...given, query }))
    yield* page.items
    cursor = page.nextCursor
  } while (cursor)
}
