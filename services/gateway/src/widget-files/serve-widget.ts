import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '@frontdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serveAssets, type WatchRoute } from '../console/serve-assets.ts'

/** Of the page that is a panel alone. The panel makes its style sheets and elements by script, which no directive forbids. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Other sites load these files, as scripts and as modules. They hold nothing that is secret. */
const forOtherSites = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
}
const ofPage = {
  'content-security-policy': pagePolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/** How long a browser may use what has no hash in its name, in seconds: after that time an upgrade has reached every site. */
const loaderMaxAge = 300

/**
 * Serves the chat widget from a folder of built files: the loader at `/widget.js`, the files that it loads below `/widget/`,
 * and `/chat/{widgetId}`, the panel as a page of its own. Names below `/widget/` contain a hash of the content;
 * `/widget/panel.js` leads to the present panel, for a loader of before an upgrade.
 */
export async function addWidget(
  app: FastifyInstance,
  { folder, watch }: { folder: string; watch: WatchRoute },
): Promise<void> {
  const assets = join(folder, 'assets')
  const panel = readdirSync(assets).find((name) => /^panel-[\w-]+\.js$/.test(name))!
  const method = ['GET', 'HEAD']

  const addFiles = async (scope: FastifyInstance) => {
    await serveAssets(scope, { root: assets, prefix: '/widget/', headers: forOtherSites, watch })
    const send = (name: string) => (_request: FastifyRequest, reply: FastifyReply) =>
      reply.sendFile(name, folder, { maxAge: loaderMaxAge * 1_000, immutable: false })
    scope.route({ method, url: '/widget.js', handler: send('widget.js') })
    scope.route({
      method,
      url: '/widget/panel.js',
      handler: (_request, reply) =>
        reply.header('cache-control', `public, max-age=${loaderMaxAge}`).redirect(`/widget/${panel}`, 302),
    })
    scope.route({
      method,
      url: '/chat/:widgetId',
      handler: (request: FastifyRequest<{ Params: { widgetId: string } }>, reply) => {
        if (!/^[\w-]+$/.test(request.params.widgetId)) throw new ServiceError('not_found')
        return send('chat.html')(request, reply.headers(ofPage))
      },
    })
  }
  await app.register(addFiles)
}
