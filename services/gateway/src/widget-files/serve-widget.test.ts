import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { useGateway } from '../../testing/use-gateway.ts'
import { findWidget } from './widget-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-widget-'))
const script = 'document.title = "widget"\n'.repeat(50)
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, '.hash'), 'of the sources')
writeFileSync(join(folder, 'chat.html'), '<!doctype html><frontdesk-chat page></frontdesk-chat>')
for (const name of ['widget.js', 'assets/panel-a1.js', 'assets/sv-b2.js']) {
  writeFileSync(join(folder, name), script)
  writeFileSync(join(folder, `${name}.gz`), gzipSync(script))
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const gateway = useGateway(() => ({ widget: folder }), { shared: true })
const get = (url: string, headers: Record<string, string> = {}) => gateway.ask({ url, key: '', headers })

it('other sites can load the loader and the files that it names, compressed, without credentials', async () => {
  for (const [url, caching] of [
    ['/widget.js', 'public, max-age=300'],
    ['/widget.js?v=2', 'public, max-age=300'],
    ['/widget/panel-a1.js', 'public, max-age=31536000, immutable'],
    ['/widget/sv-b2.js', 'public, max-age=31536000, immutable'],
  ] as const) {
    const reply = await get(url, { origin: 'https://shop.example', 'accept-encoding': 'gzip' })
    expect(reply.statusCode, url).toBe(200)
    expect(reply.headers, url).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': caching,
      'content-encoding': 'gzip',
      'content-type': expect.stringMatching(/javascript/),
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/\S/),
      'x-content-type-options': 'nosniff',
    })
    expect(gunzipSync(reply.rawPayload).toString(), url).toBe(script)
    expect(reply.headers['access-control-allow-credentials'], url).toBeUndefined()
    expect(reply.headers['set-cookie'], url).toBeUndefined()
  }
})

it('a loader that is older than the panel finds the present one', async () => {
  const reply = await get('/widget/panel.js')
  expect([reply.statusCode, reply.headers.location]).toEqual([302, '/widget/panel-a1.js'])
  expect(reply.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
})

it('the page of a widget is a panel alone: a strict policy, and no site can frame it', async () => {
  const reply = await get('/chat/wgt_1', { accept: 'text/html' })
  expect(reply.body).toContain('<frontdesk-chat page>')
  const { 'content-security-policy': policy, ...headers } = reply.headers
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; connect-src 'self';/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin', 'x-frame-options': 'DENY' })
})

it('what is not built, hidden or outside gets a problem document', async () => {
  for (const url of [
    '/widget',
    '/widget/',
    '/widget/absent-a1.js',
    '/widget/.hash',
    '/widget/..%2f.hash',
    '/chat',
    '/chat/',
  ]) {
    const reply = await get(url)
    expect([400, 404], url).toContain(reply.statusCode)
    expect(reply.headers['content-type'], url).toMatch(/^application\/problem\+json/)
  }
})

it('a widget that is not built is logged in one line, and everything else works', async () => {
  const lines: unknown[] = []
  const log = { ...gateway.context.log, warn: (...line: unknown[]) => lines.push(line) }
  expect(findWidget({ log } as unknown as typeof gateway.context, '/absent')).toBeUndefined()
  expect(lines).toEqual([[{ folder: '/absent' }, expect.stringContaining('has not been built')]])
})
