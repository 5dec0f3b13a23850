import type { OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { ServiceError } from '@frontdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, problemType } from '../answer/problem.ts'

/** How slowly a body may arrive: `graceMs` is free, and every `bytesPerSecond` that have arrived give another second. */
export type SlowBodyLimit = { graceMs: number; bytesPerSecond: number }

type OpenBody = { request: FastifyRequest; reply: FastifyReply; bytesBefore: number; endsAt: number }

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Ends every request whose body arrives more slowly than the limit: 408 `request_timeout`, and the connection goes. What
 * counts is what arrived, not what was declared. Time in which this process does not read does not count: then the sender
 * has to wait for us.
 */
export function limitSlowBodies(app: FastifyInstance, { graceMs, bytesPerSecond }: SlowBodyLimit): void {
  const open = new Set<OpenBody>()
  /** What a connection had read when its last request was over. The head counts too: it may come with the whole body. */
  const readBefore = new WeakMap<Socket, number>()
  const everyMs = Math.min(1_000, graceMs)
  let lookedAt = performance.now()

  const end = (body: OpenBody) => {
    open.delete(body)
    const { request, reply } = body
    const detail = `The body arrived too slowly: at least ${bytesPerSecond} bytes a second are expected.`
    if (!reply.raw.headersSent) {
      const document = problemOf(new ServiceError('request_timeout', { detail }), request.id)
      const text = JSON.stringify(document)
      // Past fastify, whose reply would wait for the handler, and that for the body.
      reply.hijack()
      reply.raw.writeHead(document.status, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': `${problemType}; charset=utf-8`,
        'content-length': Buffer.byteLength(text),
        connection: 'close',
      })
      reply.raw.end(text)
    }
    // Whoever reads the body learns that it ends here, and puts away what it had.
    request.raw.destroy(new Error(detail))
  }

  const timer = setInterval(() => {
    const now = performance.now()
    const passedMs = now - lookedAt
    lookedAt = now
    for (const body of open) {
      const { raw } = body.request
      const waitsForUs = raw.readableLength >= raw.readableHighWaterMark
      if (waitsForUs) body.endsAt += passedMs
      const arrived = raw.socket.bytesRead - body.bytesBefore
      if (now > body.endsAt + (arrived / bytesPerSecond) * 1_000) end(body)
    }
  }, everyMs)
  timer.unref()

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { socket } = raw
    // So that what requests without a body brought is no credit of the next one's.
    if (!hasBody(request)) readBefore.set(socket, socket.bytesRead)
    else {
      const bytesBefore = readBefore.get(socket) ?? 0
      const body = { request, reply, bytesBefore, endsAt: performance.now() + graceMs }
      open.add(body)
      const settle = () => {
        open.delete(body)
        readBefore.set(socket, socket.bytesRead)
      }
      raw.once('end', settle).once('close', settle)
    }
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}
