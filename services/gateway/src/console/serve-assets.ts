import files from '@fastify/static'
import { ServiceError } from '@frontdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Counts and logs the replies of one route. */
type Watch = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void
export type WatchRoute = (method: string, route: string) => Watch

/**
 * Serves a folder of built files below `prefix`. Their names contain a hash of the content, so browsers cache them for good.
 * Every reply of the scope has these headers and is watched.
 */
export async function serveAssets(
  scope: FastifyInstance,
  {
    root,
    prefix,
    headers,
    watch,
  }: { root: string; prefix: string; headers: Record<string, string>; watch: WatchRoute },
): Promise<void> {
  const watches = new Map<string, Watch>()
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  scope.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const key = `${method} ${routeOptions.url}`
    const known = watches.get(key) ?? watch(method, routeOptions.url!)
    watches.set(key, known)
    known(request, reply, done)
  })
  // Folders, and paths that lead out of this one.
  scope.setErrorHandler<Error & { statusCode?: number }>((error) => {
    throw error.statusCode === 403 ? new ServiceError('not_found', { cause: error }) : error
  })
  await scope.register(files, {
    root,
    prefix,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    // The files are small, and the plugin would not answer an impossible range with a problem document.
    acceptRanges: false,
    maxAge: '1y',
    immutable: true,
  })
}
