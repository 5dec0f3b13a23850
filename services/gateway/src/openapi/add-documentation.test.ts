import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { addDocumentation } from './add-documentation.ts'

const app = fastify()
addDocumentation(app)

it('the document is the same text with the same tag each time, and is not sent to who has it', async () => {
  const first = await app.inject('/openapi.json')
  expect(first.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Frontdesk' } })
  const { etag } = first.headers as { etag: string }
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  const again = await app.inject({ url: '/openapi.json', headers: { 'if-none-match': `"other", W/${etag}` } })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
  const zipped = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'br, gzip' } })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(first.body)
  const unzipped = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip;q=0' } })
  expect(unzipped.headers['content-encoding']).toBeUndefined()
})

it('the page asks nobody but this server, whatever its script would like to', async () => {
  const page = await app.inject('/docs')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
  expect(policy).toMatch(/script-src 'self';/)
  const scripts = [...page.body.matchAll(/src="([^"]+)"/g)].map(([, url]) => url!)
  expect(scripts).toEqual(['/docs/reference.js', '/docs/start.js'])
  for (const url of scripts) expect((await app.inject(url)).statusCode).toBe(200)
  expect((await app.inject('/docs/start.js')).body).not.toMatch(/https?:/)
  expect((await app.inject('/docs/')).headers.location).toBe('/docs')
})

it('the page shows the webhooks too', async () => {
  const shown = await app.inject('/docs/openapi.json')
  expect(shown.body).not.toContain('x-internal')
  expect(shown.json().webhooks).toHaveProperty('conversation.created')
})
