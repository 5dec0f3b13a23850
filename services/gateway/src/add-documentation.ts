import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

/** Only what this server sends: the pages work offline and tell nobody. */
const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** `GET /openapi.json`, and the same to browse and try at `/docs`. */
export async function addDocumentation(app: FastifyInstance): Promise<void> {
  const document = openApiDocument()
  const text = JSON.stringify(document)
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
  await app.register(async (pages) => {
    await pages.register(swagger, { mode: 'static', specification: { document: document as never } })
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: contentSecurityPolicy,
      theme: { title: 'Frontdesk API' },
      uiConfig: { persistAuthorization: true, tryItOutEnabled: true },
    })
  })
}
