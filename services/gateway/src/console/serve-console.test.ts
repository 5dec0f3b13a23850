import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { useGateway } from '../../testing/use-gateway.ts'

const around = mkdtempSync(join(tmpdir(), 'frontdesk-console-'))
const pages = join(around, 'dist')
const script = 'document.title = "console"\n'.repeat(50)
const pageOf = (name: string) => `<!doctype html><script type="module" src="/console/assets/${name}.js"></script>\n`
mkdirSync(join(pages, 'assets'), { recursive: true })
writeFileSync(join(around, 'secret.txt'), 'not for browsers')
writeFileSync(join(pages, '.hash'), 'of the sources')
writeFileSync(join(pages, 'assets/.hidden'), 'hidden')
writeFileSync(join(pages, 'assets/plain.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(join(pages, 'assets/index-a1.js'), script)
writeFileSync(join(pages, 'assets/index-a1.js.br'), brotliCompressSync(script))
writeFileSync(join(pages, 'assets/index-a1.js.gz'), gzipSync(script))
const writePage = (name: string) => {
  writeFileSync(join(pages, 'index.html'), pageOf(name))
  writeFileSync(join(pages, 'index.html.br'), brotliCompressSync(pageOf(name)))
  // Files of npm packages have this time.
  for (const file of ['index.html', 'index.html.br']) utimesSync(join(pages, file), 499_162_500, 499_162_500)
}
writePage('index-a1')
afterAll(() => rmSync(around, { recursive: true, force: true }))

const gateway = useGateway(() => ({ pages }), { shared: true, listens: true })

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  gateway.ask({ url, method, key: '', headers })

const expectNotFound = (reply: Awaited<ReturnType<typeof get>>, what: string) => {
  expect(reply.statusCode, what).toBe(404)
  expect(reply.headers['content-type'], what).toMatch(/^application\/problem\+json/)
  if (reply.body)
    expect(reply.json(), what).toMatchObject({ code: 'not_found', requestId: reply.headers['x-request-id'] })
}

it('every path of the application gets index.html if the client asks for HTML, and a problem document otherwise', async () => {
  for (const url of ['/console/', '/console/?x=1', '/console/inbox/mine?c=cnv_1', '/console/settings/widget/w%2F1']) {
    const reply = await get(url, asBrowser)
    expect(reply.statusCode, url).toBe(200)
    expect(reply.headers['content-type'], url).toMatch(/^text\/html; charset=utf-8$/i)
    expect(reply.body, url).toBe(pageOf('index-a1'))
  }
  expect((await get('/console/', { accept: '*/*' })).body).toBe(pageOf('index-a1'))
  for (const accept of ['*/*', 'application/json', '']) expectNotFound(await get('/console/inbox', { accept }), accept)
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expectNotFound(await get('/console/inbox', asBrowser, method), method)
  expectNotFound(await get('/consoles', asBrowser), '/consoles')
  const moved = await get('/console')
  expect([moved.statusCode, moved.headers.location]).toEqual([301, '/console/'])
})

it('a missing asset gets a problem document, even if the client asks for HTML', async () => {
  for (const url of ['absent-b2.js', '', '.hidden', 'index-a1.js/', 'INDEX-A1.js'])
    expectNotFound(await get(`/console/assets/${url}`, asBrowser), url)
})

it('pages and assets have a strict content security policy and cannot be framed', async () => {
  for (const url of ['/console/', '/console/inbox', '/console/assets/index-a1.js', '/console/assets/absent.js']) {
    const { headers } = await get(url, asBrowser)
    expect(headers, url).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['set-cookie'], url).toBeUndefined()
  }
  expect((await get('/api/agents')).headers['content-security-policy']).toBeUndefined()
})

it('assets are immutable, and sent in the best encoding that the browser accepts', async () => {
  const url = '/console/assets/index-a1.js'
  const plain = await get(url)
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(script)
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip', 'gzip'],
  ] as const) {
    const packed = await get(url, { 'accept-encoding': accepted })
    expect(packed.headers, accepted).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    expect(unpack[encoding](packed.rawPayload).toString()).toBe(script)
  }
  const without = await get('/console/assets/plain.svg', { 'accept-encoding': 'br, gzip' })
  expect(without.headers['content-encoding']).toBeUndefined()
  expect(without.headers['content-type']).toBe('image/svg+xml')
})

it('index.html is revalidated each time, and a new build is noticed even if its size and time are the same', async () => {
  for (const encoding of ['identity', 'br']) {
    const headers = { ...asBrowser, 'accept-encoding': encoding }
    writePage('index-a1')
    const first = await get('/console/', headers)
    expect(first.headers).toMatchObject({
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    })
    expect(first.headers['last-modified']).toBeUndefined()
    const known = { ...headers, 'if-none-match': `"other", ${first.headers.etag}` }
    expect(await get('/console/inbox', known)).toMatchObject({ statusCode: 304, body: '' })
    writePage('index-b2')
    const next = await get('/console/', known)
    expect(next.statusCode).toBe(200)
    const body = encoding === 'br' ? brotliDecompressSync(next.rawPayload).toString() : next.body
    expect(body).toBe(pageOf('index-b2'))
  }
})

it('conditional requests, HEAD and ranges of an asset', async () => {
  const url = '/console/assets/index-a1.js'
  const { headers } = await get(url)
  const known = await get(url, { 'if-none-match': String(headers.etag) })
  expect(known).toMatchObject({ statusCode: 304, body: '' })
  expect(known.headers['content-security-policy']).toContain("default-src 'none'")
  expect((await get(url, { 'if-modified-since': String(headers['last-modified']) })).statusCode).toBe(304)
  expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  for (const path of [url, '/console/', '/console/inbox']) {
    const [whole, head] = [await get(path, asBrowser), await get(path, asBrowser, 'HEAD')]
    expect([head.statusCode, head.body], path).toEqual([200, ''])
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'content-security-policy'])
      expect(head.headers[name], `${path} ${name}`).toEqual(whole.headers[name])
  }
  for (const range of ['bytes=0-3', 'bytes=999999-']) {
    const reply = await get(url, { range })
    expect([reply.statusCode, reply.body], range).toEqual([200, script])
  }
})

/** Sends a path unchanged; `fetch` and `inject` would resolve its dots. */
const askRaw = (path: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const options = { port: gateway.port(), host: '127.0.0.1', path, headers: asBrowser }
    const sent = request(options, async (reply) => {
      let body = ''
      for await (const part of reply) body += part
      resolve({ status: reply.statusCode!, body })
    })
    sent.on('error', reject).end()
  })

it('no path leads out of the folder of assets', async () => {
  for (const way of ['..', '%2e%2e', '%2E.', '..%2f..', '..%5c..', '..\\..', '%252e%252e', './..', '.%00./..']) {
    for (const target of ['secret.txt', 'dist/.hash', '.hash', 'index.html', '/etc/hostname']) {
      for (const prefix of ['/console/assets/', '/console/assets/../']) {
        const path = `${prefix}${way}/${target}`
        const { status, body } = await askRaw(path)
        expect([400, 404], `${path} ${status}`).toContain(status)
        expect(JSON.parse(body), path).toMatchObject({ status })
      }
    }
  }
  // Above the assets, every path is one of the application.
  expect(await askRaw('/console/../secret.txt')).toEqual({
    status: 200,
    body: expect.stringMatching(/^<!doctype html>/),
  })
})

it('metrics are labelled by route, not by path', async () => {
  for (let n = 0; n < 20; n++) {
    await get(`/console/inbox/address-${n}`, asBrowser)
    await get(`/console/assets/address-${n}.js`)
  }
  const { body } = await get('/metrics')
  expect(body).not.toContain('address-')
  const routesOf = [
    ...body.matchAll(/duration_seconds_count\{method="(\w+)",route="(\/console[^"]*)",status="(\d+)"\}/g),
  ]
  expect(new Set(routesOf.map(([, , route]) => route))).toEqual(
    new Set(['/console', '/console/', '/console/*', '/console/assets/*']),
  )
  expect(body).toMatch(/method="GET",route="\/console\/assets\/\*",status="404"\} \d+/)
})

it('the root redirects browsers to the console, and tells other clients its path', async () => {
  const page = await get('/', asBrowser)
  expect([page.statusCode, page.headers.location, page.headers.vary]).toEqual([302, '/console/', 'accept'])
  expect((await get('/')).json()).toMatchObject({ name: 'Frontdesk', console: '/console/' })
})
