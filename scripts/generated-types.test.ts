import { expect, test } from 'vitest'
import { faultsAgainst } from '../packages/client/build/compile-against.ts'
import { openApiDocument } from '../services/gateway/src/openapi/describe-api.ts'

const document = JSON.parse(JSON.stringify(openApiDocument()))

/** The requests of the README, and what its readers do with replies, as users of openapi-typescript write them. */
const code = `
import type { components, paths } from './api.ts'

type Body<P extends keyof paths> = paths[P] extends { post: { requestBody?: { content: infer C } } } ? C : never
type Json<P extends keyof paths> = Body<P> extends { 'application/json': infer J } ? J : never

export const text: Json<'/api/knowledge/sources'> = { type: 'manual', title: 'Returns', text: 'Returns are free.' }
export const file: Body<'/api/knowledge/files'>['multipart/form-data'] = { file: 'bytes' }
export const question: Json<'/api/chat/message'> = { message: 'Are returns free?' }
export const streamed: Json<'/api/chat/stream'> = { message: 'Are returns free?' }
export const endpoint: Json<'/api/webhook-endpoints'> = { url: 'https://example.com/frontdesk' }
export const widget: Json<'/api/widgets'> = { name: 'Shop', allowedOrigins: ['https://shop.example.com'] }

type Stream = paths['/api/chat/stream']['post']['responses'][200]['content']['text/event-stream']
export const stream: Stream = 'event: start\\ndata: {}\\n\\n'
export const later: components['schemas']['Problem']['code'] = 'brand_new_code'
export const event: components['schemas']['WebhookEndpoint']['events'] = ['conversation.rewritten']
// @ts-expect-error: a request with an unknown event type is refused
export const wrong: Json<'/api/webhook-endpoints'> = { url: 'https://example.com', events: ['conversation.rewritten'] }
`

test('the README’s requests compile with the usual types of openapi-typescript, and lists that grow are open', async () => {
  expect(await faultsAgainst(document, code)).toEqual([])
})
