import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

/** Only what this server sends: the pages work offline and tell nobody. */
const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** `GET /openapi.json`, and the same to browse and try at `/docs`. The document is made when first asked for. */
export async function addDocumentation(app: FastifyInstance): Promise<void> {
  let text: string | undefined
  const documentText = () => (text ??= JSON.stringify(openApiDocument()))

  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(documentText()))
  await app.register(async (pages) => {
    const none = { openapi: '3.1.0', info: { title: 'Frontdesk', version: '1.0.0' }, paths: {} } as const
    await pages.register(swagger, { mode: 'static', specification: { document: none } })
    await pages.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: contentSecurityPolicy,
      theme: { title: 'Frontdesk API' },
      uiConfig: { persistAuthorization: true, tryItOutEnabled: true },
      transformSpecification: () => JSON.parse(documentText()),
      transformSpecificationClone: false,
    })
  })
}
