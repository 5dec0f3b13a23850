import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises'

/** How the endpoint answers one request. Everything except `parts` is a fault or unusual behaviour. */
export type ScriptedReply = {
  /** The deltas of a streamed completion, in order; without streaming they are joined. */
  parts?: string[]
  /** Returns this status with an error object instead. */
  status?: number
  /** The message of that error object. */
  message?: string
  /** The code of that error object, such as `content_filter`. */
  code?: string
  headers?: Record<string, string>
  /** `stall` sends nothing more until the client disconnects, `cut` breaks the connection, `end` ends it cleanly. */
  after?: { parts: number; fault: 'stall' | 'cut' | 'end' | 'error' }
  /** Waits after this many parts, so that a test can look at a half-written answer. */
  pause?: { parts: number; until: Promise<unknown> }
  /** Writes the body in pieces of this many bytes, so that characters and lines are split between chunks. */
  pieceBytes?: number
  finishReason?: string
  /** The model refuses with this text, which is no part of the answer. */
  refusal?: string
  /** Raw server-sent events that are written before the part with that number: keep-alives, comments, faults. */
  between?: { parts: number; lines: string }
  /** Leaves out the finish reason, as some servers do. */
  withoutFinishReason?: boolean
  /** Waits this long before each part. */
  everyMs?: number
  /** Repeats its parts endlessly. */
  flood?: boolean
  /** The token usage that the reply reports, whether requested or not. */
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}

export type RecordedRequest = {
  path: string
  authorization: string | undefined
  body: any
  /** `aborted`: the client disconnected before the reply was complete. */
  state: 'open' | 'answered' | 'aborted'
}

export type OpenAiEndpoint = {
  /** With `/v1`, for OPENAI_BASE_URL. */
  url: string
  requests: RecordedRequest[]
  /** Requests for structured output (`response_format`), which are not in `requests`. */
  structured: RecordedRequest[]
  /** Scripts the replies to the next completions and embeddings, one each; after them `answer` decides again. */
  script(...replies: ScriptedReply[]): void
  stop(): Promise<void>
  /** The older name of `stop`. */
  close(): Promise<void>
}

export type OpenAiEndpointOptions = {
  /** The deltas of a completion that is not scripted. Default: the words of a fixed sentence. */
  answer?: (body: any) => string[]
  /**
   * The reply to a request for structured output, or a fault. Default: a verdict that the passages answer, the question
   * from the prompt, a neutral mood, an empty note. These requests don't use up scripted replies.
   */
  structure?: (body: any) => object | ScriptedReply | undefined
  /** Dimensions of the embeddings; default 64. They don't have unit length, and are returned in reverse order. */
  dimensions?: number
}

/** A small real HTTP server on loopback that speaks the OpenAI wire format: completions, embeddings, models. */
export async function startOpenAiEndpoint(options: OpenAiEndpointOptions = {}): Promise<OpenAiEndpoint> {
  const { answer = () => ['Delivery ', 'takes ', 'three ', 'working ', 'days.'], dimensions = 64 } = options
  const { structure = plainStructure } = options
  const requests: RecordedRequest[] = []
  const structured: RecordedRequest[] = []
  const scripted: ScriptedReply[] = []

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? ''
    const bytes = await Array.fromAsync(request as AsyncIterable<Buffer>)
    const body = bytes.length > 0 ? JSON.parse(Buffer.concat(bytes).toString('utf8')) : undefined
    const recorded: RecordedRequest = { path, authorization: request.headers.authorization, body, state: 'open' }
    const isStructured = body?.response_format !== undefined
    ;(isStructured ? structured : requests).push(recorded)
    response.on('close', () => {
      recorded.state = response.writableFinished ? 'answered' : 'aborted'
    })
    if (path === '/v1/models') return sendJson(response, 200, { object: 'list', data: [] })
    if (isStructured) return sendStructured(response, structure(body) ?? plainStructure(body))
    const reply = scripted.shift() ?? {}
    if (reply.status) {
      const error = { message: reply.message ?? 'scripted', type: 'scripted', code: reply.code ?? null }
      return sendJson(response, reply.status, { error }, reply.headers)
    }
    if (path === '/v1/embeddings') return sendEmbeddings(response, body, dimensions, reply)
    if (path === '/v1/chat/completions') return sendCompletion(response, body, reply, reply.parts ?? answer(body))
    return sendJson(response, 404, { error: { message: `no route ${path}`, type: 'not_found', code: null } })
  }

  async function stop() {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    structured,
    script: (...replies) => void scripted.push(...replies),
    stop,
    close: stop,
  }
}

/** What a model that finds everything in order would say. */
function plainStructure(body: any): object {
  const name = body.response_format.json_schema?.name ?? 'verdict'
  if (name === 'verdict') return { answers: 'yes' }
  if (name === 'topic') return { topic: 0 }
  if (name === 'assessment') return { sentiment: 'neutral', certainty: 0.9 }
  if (name === 'note') return { wants: [], tried: [], open: [] }
  return { question: JSON.parse(String(body.messages.at(-1).content).split('\n').at(-1)!) }
}

function sendStructured(response: ServerResponse, said: object) {
  const { status, message, after, headers, parts, code = null } = said as ScriptedReply
  if (status)
    return sendJson(response, status, { error: { message: message ?? 'scripted', type: 'scripted', code } }, headers)
  if (after?.fault === 'stall') return
  if (after) return response.destroy()
  const content = parts ? parts.join('') : JSON.stringify(said)
  sendJson(response, 200, {
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 },
  })
}

function sendJson(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

async function sendEmbeddings(response: ServerResponse, body: any, dimensions: number, reply: ScriptedReply) {
  if (reply.after?.fault === 'cut') return void response.destroy()
  if (reply.after?.fault === 'stall') return
  const data = (body.input as string[])
    .map((text, index) => ({ object: 'embedding', index, embedding: embedding(text, dimensions) }))
    .reverse()
  sendJson(response, 200, { object: 'list', model: body.model, data, usage: { prompt_tokens: 0, total_tokens: 0 } })
}

/** Letters counted by their code and their neighbour's: enough for like texts to be near. */
function embedding(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0)
  const codes = [...` ${text.toLowerCase()} `].map((character) => character.codePointAt(0)!)
  for (const [i, code] of codes.entries()) vector[(code * 31 + (codes[i + 1] ?? 0)) % dimensions]! += 3
  return vector
}

async function sendCompletion(response: ServerResponse, body: any, reply: ScriptedReply, parts: string[]) {
  const finish = reply.finishReason ?? 'stop'
  if (!body.stream) {
    const message = { role: 'assistant', content: parts.join('') }
    return sendJson(response, 200, {
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finish }],
    })
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  const send = (delta: object, finishReason: string | null = null) =>
    write(response, event({ choices: [{ index: 0, delta, finish_reason: finishReason }] }), reply.pieceBytes)
  await send({ role: 'assistant', content: '' })
  for (let i = 0; reply.flood || i < parts.length; i++) {
    if (response.destroyed) return
    if (reply.after?.parts === i) return breakOff(response, reply.after.fault)
    if (reply.everyMs) await pause(reply.everyMs)
    if (reply.pause?.parts === i) await reply.pause.until
    if (reply.between?.parts === i) await write(response, reply.between.lines, reply.pieceBytes)
    await send({ content: parts[i % parts.length] })
  }
  if (reply.after) return breakOff(response, reply.after.fault)
  if (reply.refusal) await send({ refusal: reply.refusal })
  if (!reply.withoutFinishReason) await send({}, finish)
  if (reply.usage) await write(response, event({ choices: [], usage: reply.usage }), reply.pieceBytes)
  response.end('data: [DONE]\n\n')
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

function breakOff(response: ServerResponse, how: 'stall' | 'cut' | 'end' | 'error') {
  if (how === 'cut') response.destroy()
  else if (how === 'end') response.end()
  else if (how === 'error') response.end(event({ error: { message: 'scripted', type: 'server_error' } }))
}

async function write(response: ServerResponse, text: string, pieceBytes = Number.POSITIVE_INFINITY) {
  const bytes = Buffer.from(text, 'utf8')
  const step = Math.min(pieceBytes, bytes.length)
  for (let start = 0; start < bytes.length; start += step) {
    const flushed = response.write(bytes.subarray(start, start + step))
    // Each piece in a turn of its own, so that they leave as chunks of their own.
    if (!flushed && !response.destroyed) {
      await new Promise<void>((resolve) => {
        response.once('drain', resolve)
        response.once('close', resolve)
      })
    } else await nextTick()
  }
}
