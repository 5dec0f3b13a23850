import { version } from '@frontdesk/contracts'
import type { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { problem } from '../answer/problem.ts'
import { routes } from '../routes/index.ts'
import { suitGenerators } from './for-generators.ts'
import { responseHeaders } from './headers.ts'
import { nameSchemas, operationsOf } from './name-schemas.ts'
import { openList } from './open-lists.ts'
import { operationOf } from './operations.ts'
import { outboundBodies, outboundWebhooks } from './outbound-events.ts'
import { Refusals } from './refusals.ts'
import { registerSchemaNames } from './schema-names.ts'
import { tags } from './tags.ts'
import { shareParameters, tidySchemas } from './tidy-schemas.ts'

const pathOf = (url: string): string => url.replace(/:([A-Za-z]+)/g, '{$1}')

type OverrideContext = { jsonSchema: any; zodSchema: z.core.$ZodTypes; io: 'input' | 'output' }

/** Replies may get fields that today's clients don't know, so they are open, and their numbers have no bounds of ours. */
function openReply({ jsonSchema, zodSchema, io }: OverrideContext): void {
  if (io !== 'output') return
  openList(jsonSchema, zodSchema)
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

/** Of a record that differs between requests and replies, the reply has the plain name. */
function renameInputs(text: string): string {
  const outputs = [...text.matchAll(/"([A-Za-z]+)Output":\{/g)].map(([, name]) => name!)
  return outputs.reduce((renamed, name) => {
    if (renamed.includes(`"${name}Input":{`))
      throw new Error(`${name} and ${name}Input are both taken; rename one in schema-names.ts.`)
    return renamed
      .replaceAll(`"${name}":{`, `"${name}Input":{`)
      .replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/${name}Input"`)
      .replaceAll(`"${name}Output":{`, `"${name}":{`)
      .replaceAll(`"#/components/schemas/${name}Output"`, `"#/components/schemas/${name}"`)
  }, text)
}

/** The OpenAPI 3.1 document of every route and every outbound event, made from the schemas that check them. */
export function openApiDocument(server = '/') {
  registerSchemaNames()
  const refusals = new Refusals()
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const path = (paths[pathOf(route.url)] ??= {})
    path[route.method.toLowerCase() as 'get'] = operationOf(route, refusals)
  }
  const created = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Frontdesk',
        version,
        description:
          'Customer support with an AI agent that answers from your documents with citations and hands over to people.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: server, description: 'This Frontdesk' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths,
      webhooks: outboundWebhooks(),
      components: {
        schemas: { Problem: problem },
        headers: responseHeaders as {},
        // What we send is written like a reply, open and with every default, so it is made as one and then taken away.
        responses: {
          ...refusals.responses,
          outbound: { description: '', content: { 'application/json': { schema: outboundBodies() } } },
        },
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key' },
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-fd_session',
            description: 'A person who signed in (`POST /api/session`); `fd_session` over plain http',
          },
          visitor: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token of a visitor of a chat widget (`POST /api/widget/{widgetId}/session`)',
          },
          adminToken: { type: 'http', scheme: 'bearer', description: 'The setting ADMIN_TOKEN' },
        },
      },
    },
    { override: openReply },
  )
  const document = JSON.parse(renameInputs(JSON.stringify(created)))
  delete document.components.responses.outbound
  nameSchemas(document)
  tidySchemas(document.paths)
  tidySchemas(document.webhooks)
  tidySchemas(document.components)
  suitGenerators(document, operationsOf({ paths: document.paths }))
  // Those of webhooks stay where they are: openapi-generator looks for no references there.
  shareParameters(document, operationsOf({ paths: document.paths }))
  return document
}
