import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@frontdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '../answer/problem.ts'
import { serveAssets, type WatchRoute } from './serve-assets.ts'

/** Allows only files of this server, no inline code, and no HTML or code made from text (https://www.w3.org/TR/trusted-types/). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Whether the client asks for HTML by name. Browsers do when they open a page; other clients send any type, or none. */
export const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '')

/** The tags of `If-None-Match`, without the prefix of weak ones. */
const knownTags = ({ headers }: FastifyRequest): string[] =>
  (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/**
 * Serves the web console at `/console/` from a folder of built files. Names in `/console/assets/` contain a hash of the
 * content, so browsers cache them for good. Every other path below `/console/` gets `index.html` if the client asks for
 * HTML, because the application does its own routing. Everything else gets a problem document.
 */
export async function addConsole(
  app: FastifyInstance,
  { folder, watch }: { folder: string; watch: WatchRoute },
): Promise<void> {
  /** Sends `index.html`, tagged by its content: npm gives all files the same time, and two builds' pages have the same size. */
  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await readFile(join(folder, 'index.html'))
    const tag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
    // Weak, because the compressed forms share it.
    reply.header('etag', `W/${tag}`).header('cache-control', 'no-cache')
    if (knownTags(request).includes(tag)) return reply.header('vary', 'accept-encoding').code(304).send()
    return reply.sendFile('index.html', folder, { etag: false, lastModified: false, cacheControl: false })
  }

  const addPages = async (scope: FastifyInstance) => {
    scope.setNotFoundHandler((request, reply) => sendProblem(reply, new ServiceError('not_found'), request.id))
    await serveAssets(scope, { root: join(folder, 'assets'), prefix: '/assets/', headers: securityHeaders, watch })
    const method = ['GET', 'HEAD']
    const redirect = (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/console/', 301)
    scope.route({ method, url: '', handler: redirect })
    scope.route({ method, url: '/', prefixTrailingSlash: 'slash', handler: sendPage })
    scope.route({
      method,
      url: '/*',
      handler: (request, reply) => {
        if (!wantsPage(request)) throw new ServiceError('not_found')
        return sendPage(request, reply)
      },
    })
  }
  await app.register(addPages, { prefix: '/console' })
}
