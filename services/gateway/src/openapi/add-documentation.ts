import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { openApiDocument } from './describe-api.ts'

/** Only what this server sends: the page works offline and tells nobody. Scalar sets styles of its own. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Frontdesk API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

/** https://guides.scalar.com/scalar/scalar-api-references/configuration: nothing of it that would ask another server. */
const configuration = {
  url: '/docs/openapi.json',
  metaData: { title: 'Frontdesk API' },
  authentication: { preferredSecurityScheme: 'apiKey' },
  persistAuth: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'json',
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
}
const start = `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)})\n`

/** The script of the page, as its package serves it. Some megabytes, so it is only read when somebody opens the page. */
async function readReferenceScript(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { rawPayload } = await app.inject('/docs/js/scalar.js')
  await app.close()
  return rawPayload
}

/** A text that stays the same while this process lives. */
type Asset = { type: string; etag: string; plain: Buffer; zipped: Buffer }

async function assetOf(type: string, plain: Buffer): Promise<Asset> {
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { type, etag, plain, zipped: await promisify(gzip)(plain) }
}

/** Makes it once, when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

const listed = (header: string | undefined): string[] => (header ?? '').split(',').map((each) => each.trim())

/** Answers with an asset, zipped where that is taken, or with 304 to who has it already. */
function send({ type, etag, plain, zipped }: Asset, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  const known = listed(request.headers['if-none-match']).map((each) => each.replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return reply.code(304).send()
  reply.type(type)
  const takesGzip = listed(request.headers['accept-encoding']?.toString()).some((each) =>
    /^gzip\b(?!;q=0(?:\.0+)?$)/.test(each),
  )
  return takesGzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain)
}

const html = 'text/html; charset=utf-8'
const json = 'application/json; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
const documentText = once(async () => JSON.stringify(openApiDocument()))

/** Each is the same in every gateway of this process. */
const assets: Record<string, () => Promise<Asset>> = {
  '/openapi.json': once(async () => assetOf(json, Buffer.from(await documentText()))),
  // Scalar shows nothing that is marked so, and people want to read of webhooks.
  '/docs/openapi.json': once(async () =>
    assetOf(json, Buffer.from((await documentText()).replaceAll('"x-internal":true,', ''))),
  ),
  '/docs': once(() => assetOf(html, Buffer.from(page))),
  '/docs/start.js': once(() => assetOf(script, Buffer.from(start))),
  '/docs/reference.js': once(async () => assetOf(script, await readReferenceScript())),
}

/** `GET /openapi.json`, and the same to read and try at `/docs`. Each is made when first asked for, and kept. */
export function addDocumentation(app: FastifyInstance): void {
  for (const [url, asset] of Object.entries(assets)) {
    app.get(url, async (request, reply) => {
      if (url === '/docs') reply.header('content-security-policy', contentSecurityPolicy)
      return send(await asset(), request, reply)
    })
  }
  app.get('/docs/', (_request, reply) => reply.redirect('/docs', 301))
}
