import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type ApiClient, apiClient } from './api-client.ts'
import { usePlatform } from './platform.ts'
import { base64, begin as beginAt, now, origin, userToken, visitorClient } from './visitor-client.ts'

const platform = usePlatform()
const begin = (widgetId: string, body: object = {}, before?: string) =>
  beginAt(() => platform.baseUrl, widgetId, body, before)
const visitor = (token: string) => visitorClient(() => platform.baseUrl, token)
const newVisitor = async (widgetId: string, body: object = {}) => {
  const reply = await begin(widgetId, body)
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 201 })
  return visitor(reply.body.token)
}

let owner: ApiClient
let widget: any

const makeWidget = async (settings: object = {}) => {
  const reply = await owner.post('/api/widgets', { name: 'Shop', allowedOrigins: [origin], ...settings })
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 201 })
  return reply.body
}

beforeAll(async () => {
  owner = await platform.newTenant('widget')
  widget = await makeWidget({ identity: { mode: 'optional' } })
})

describe('the settings of a widget', () => {
  test('show its secret once, and a change keeps what it does not name', async () => {
    expect(widget.secret).toMatch(/^wgs_[\w-]{43}$/)
    expect(widget.id).toMatch(/^wgt_/)
    const { status, body } = await owner.send('PATCH', `/api/widgets/${widget.id}`, {
      body: { theme: { radius: 8 }, limits: { tokensPerDay: 1_000_000 } },
    })
    expect(status).toBe(200)
    expect(body.theme).toEqual({ ...widget.theme, radius: 8 })
    expect(body.limits).toEqual({ answersPerHour: 600, tokensPerDay: 1_000_000 })
    expect(JSON.stringify([body, (await owner.get('/api/widgets')).body])).not.toContain('wgs_')
  })

  test('refuse an accent that nobody can read text on, and name the nearest that passes', async () => {
    const path = `/api/widgets/${widget.id}`
    const refused = await owner.send('PATCH', path, { body: { theme: { accent: '#7fb0ff' } } })
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
    const [, nearest] = /valid accent is (#[0-9a-f]{6})/.exec(refused.body.errors[0].message)!
    expect((await owner.send('PATCH', path, { body: { theme: { accent: nearest } } })).status).toBe(200)
  })

  test('stand in the log of changes without a value', async () => {
    const entry = await vi.waitFor(async () => {
      const { items } = (await owner.get('/api/analytics/log?kind=widget')).body
      expect(items.length).toBeGreaterThan(0)
      return items.find(({ action }: any) => action === 'create')
    })
    expect(entry).toMatchObject({ action: 'create', targetId: widget.id })
  })
})

describe('what a page is told of a widget', () => {
  const config = (headers: Record<string, string> = { origin }, query = '') =>
    apiClient(() => platform.baseUrl, undefined).get(`/api/widget/${widget.id}/config${query}`, headers)

  test('is public for a minute, and only for its origins', async () => {
    const reply = await config()
    expect(reply).toMatchObject({ status: 200, body: { id: widget.id, open: true, identity: { mode: 'optional' } } })
    expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
    expect(reply.headers.get('vary')).toContain('origin')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=60')
    // Also a reply to nobody's page: a cache must not answer a page with it.
    expect((await config({})).headers.get('vary')).toContain('origin')
    const again = await config({ origin, 'if-none-match': reply.headers.get('etag')! })
    expect([again.status, again.body]).toEqual([304, ''])
    const foreign = await config({ origin: 'https://evil.example.com' })
    expect(foreign).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } })
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    // That there is no such widget, or that it was asked too often, a page may read.
    const unknown = await apiClient(() => platform.baseUrl, undefined).get('/api/widget/wgt_0/config', { origin })
    expect(unknown.status).toBe(404)
    expect(unknown.headers.get('access-control-allow-origin')).toBe(origin)
    for (const secret of ['wgs_', 'allowedOrigins', 'jwks']) expect(JSON.stringify(reply.body)).not.toContain(secret)
  })

  test('has the texts of the language that is asked for, and says when people answer', async () => {
    const texts = { en: { greeting: 'Hello' }, sv: { greeting: 'Hej', suggestions: ['Var är min order?'] } }
    await owner.send('PATCH', `/api/widgets/${widget.id}`, { body: { texts } })
    await vi.waitFor(async () =>
      expect((await config({ origin }, '?lang=sv-SE')).body).toMatchObject({ language: 'sv', texts: texts.sv }),
    )
    // Each gateway hears of a change by itself.
    await vi.waitFor(async () =>
      expect((await config({ origin }, '?lang=ar')).body).toMatchObject({ language: 'en', texts: texts.en }),
    )
  })

  test('has what the tenant says of a message that is too long, unless the widget says something else', async () => {
    const other = (await owner.post('/api/widgets', { name: 'Other', allowedOrigins: [origin] })).body
    const settings = { texts: { sv: { tooLong: 'För långt!' } } }
    expect((await owner.send('PATCH', '/api/settings', { body: settings })).status).toBe(200)
    const of = async (lang: string) =>
      (
        await apiClient(() => platform.baseUrl, undefined).get(`/api/widget/${other.id}/config?lang=${lang}`, {
          origin,
        })
      ).body
    await vi.waitFor(async () =>
      expect(await of('sv-SE')).toMatchObject({ language: 'sv', texts: { messageTooLong: 'För långt!' } }),
    )
    expect((await of('en')).texts).toEqual({})
    await owner.send('PATCH', `/api/widgets/${other.id}`, { body: { texts: { sv: { messageTooLong: 'Kortare!' } } } })
    await vi.waitFor(async () => expect((await of('sv')).texts).toEqual({ messageTooLong: 'Kortare!' }))
  })
})

describe('a session', () => {
  test('of an anonymous visitor goes on with its token, and ends', async () => {
    const { body } = await begin(widget.id)
    expect(body).toEqual({
      token: expect.stringMatching(/^fdv_[\w-]{43}$/),
      expiresAt: expect.any(String),
      visitor: { verified: false },
      conversations: [],
    })
    const own = visitor(body.token)
    expect((await own.send('GET', '/api/widget/conversations')).body).toEqual({ items: [], nextCursor: null })
    expect((await own.send('PATCH', '/api/widget/visitor', { name: 'Anna' })).body).toEqual({
      verified: false,
      name: 'Anna',
    })
    expect((await begin(widget.id, {}, body.token)).body.visitor).toEqual({ verified: false, name: 'Anna' })
    expect((await own.send('DELETE', '/api/widget/session')).status).toBe(204)
    await vi.waitFor(async () =>
      expect((await own.send('GET', '/api/widget/conversations')).body.code).toBe('unauthenticated'),
    )
  })

  test('of a user lasts as long as the token of the site, and after a rotation both secrets hold', async () => {
    const exp = now() + 600
    const claims = { exp, name: 'Uma', email: 'uma@example.com', email_verified: true }
    const reply = await begin(widget.id, { userToken: userToken(widget.secret, widget.id, claims) })
    expect(reply).toMatchObject({ status: 201, body: { visitor: { verified: true, name: 'Uma' } } })
    expect(Date.parse(reply.body.expiresAt)).toBe(exp * 1_000)
    const rotated = await owner.post(`/api/widgets/${widget.id}/rotate-secret`, {})
    expect(rotated.status).toBe(200)
    await vi.waitFor(async () => {
      const fresh = { userToken: userToken(rotated.body.secret, widget.id) }
      expect((await begin(widget.id, fresh)).status).toBe(201)
    })
    expect((await begin(widget.id, { userToken: userToken(widget.secret, widget.id) })).status).toBe(201)
  })

  const { privateKey: other } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const unsigned = (id: string) =>
    `${base64({ alg: 'none' })}.${base64({ aud: id, sub: 'u', iat: now(), exp: now() + 60 })}.`
  const byRsa = (id: string) => {
    const said = `${base64({ alg: 'RS256' })}.${base64({ aud: id, sub: 'u', iat: now(), exp: now() + 60 })}`
    return `${said}.${sign('sha256', Buffer.from(said), other).toString('base64url')}`
  }
  const signed = (claims: object, header: object = {}) => userToken(widget.secret, widget.id, claims, header)
  test.each<[string, () => string]>([
    ['a forged signature', () => userToken(randomBytes(32).toString('hex'), widget.id)],
    ['`alg: none`', () => unsigned(widget.id)],
    ['an algorithm that is not in the list', () => byRsa(widget.id)],
    ['the secret under another algorithm', () => signed({}, { alg: 'HS512' })],
    ['another audience', () => signed({ aud: 'wgt_other' })],
    ['no audience', () => signed({ aud: undefined })],
    ['an end that is past', () => signed({ iat: now() - 7_200, exp: now() - 120 })],
    ['no end', () => signed({ exp: undefined })],
    ['more than 24 hours', () => signed({ exp: now() + 25 * 3_600 })],
    ['a time in the future', () => signed({ iat: now() + 600, exp: now() + 1_200 })],
    ['no user', () => signed({ sub: undefined })],
    ['no form of a token', () => 'a.b.c'],
    ['a user id that is no text', () => signed({ sub: 'user\ud800' })],
    ['a name that is no text', () => signed({ name: 'An\0na' })],
    ['an attribute that is no text', () => signed({ attributes: { plan: 'pro\udc00' } })],
    ['an attribute whose name is no text', () => signed({ attributes: { 'pl\0an': 'pro' } })],
    ['an attribute that would be lost', () => signed({ attributes: JSON.parse('{"__proto__":"pro"}') })],
    ['a list of attributes', () => signed({ attributes: ['pro'] })],
    ['a text of attributes', () => signed({ attributes: 'pro' })],
  ])('is refused for a user token with %s', async (_, token) => {
    expect(await begin(widget.id, { userToken: token() })).toMatchObject({
      status: 401,
      body: { code: 'user_token_invalid' },
    })
  })

  test('of a user can be signed with a key of the widget’s list, which never verifies another algorithm', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const jwks = { keys: [publicKey.export({ format: 'jwk' })] }
    const keyed = await makeWidget({ identity: { mode: 'required', algorithms: ['EdDSA'], jwks } })
    const said = `${base64({ alg: 'EdDSA' })}.${base64({ aud: keyed.id, sub: 'u', iat: now(), exp: now() + 60 })}`
    const token = `${said}.${sign(null, Buffer.from(said), privateKey).toString('base64url')}`
    expect((await begin(keyed.id, { userToken: token })).status).toBe(201)
    for (const refused of [{ userToken: userToken(keyed.secret, keyed.id) }, {}])
      expect(await begin(keyed.id, refused)).toMatchObject({ status: 401, body: { code: 'user_token_invalid' } })
    const withPrivate = { keys: [privateKey.export({ format: 'jwk' })] }
    const leaked = { body: { identity: { jwks: withPrivate } } }
    expect((await owner.send('PATCH', `/api/widgets/${keyed.id}`, leaked)).status).toBe(422)
  })

  test('of a widget that is switched off is over', async () => {
    const short = await makeWidget()
    const own = await newVisitor(short.id)
    await owner.send('PATCH', `/api/widgets/${short.id}`, { body: { enabled: false } })
    await vi.waitFor(async () => expect((await begin(short.id)).status).toBe(404))
    await vi.waitFor(async () => expect((await own.send('GET', '/api/widget/conversations')).status).toBe(401))
  })
})
