import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type JWK } from 'oidc-provider'

export const clientId = 'frontdesk'
export const clientSecret = 'the secret of the client of the tests'

const newKey = (): JWK => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), use: 'sig', alg: 'RS256' }
}

type Person = { email?: string; email_verified?: boolean; name?: string; groups?: string[] }
type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * A certified OpenID provider on loopback, with one client. `people` are its accounts by their subject; `signedIn` is the
 * one that whoever comes is taken for.
 */
export async function startIdentityProvider() {
  const people: Record<string, Person> = {}
  const redirectUris: string[] = ['http://localhost/nowhere']
  let keys = [newKey()]
  let signedIn = ''
  let answer: Listener = () => {}
  let tamper: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  const server = createServer((request, response) => {
    if (!tamper?.(request, response)) answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`

  function open() {
    const provider = new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
      jwks: { keys },
      cookies: { keys: ['a key of the tests'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      pkce: { required: () => true },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people[sub] }) }),
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.account!.accountId })
        grant.addOIDCScope('openid email profile groups')
        await grant.save()
        return grant
      },
    })
    const others = provider.callback()
    answer = (request, response) =>
      request.url!.startsWith('/interaction/')
        ? provider.interactionFinished(
            request,
            response,
            signedIn === '' ? { error: 'access_denied' } : { login: { accountId: signedIn } },
          )
        : others(request, response)
  }
  open()

  return {
    issuer,
    people,
    /** Sends people back to this address too. */
    register(redirectUri: string) {
      redirectUris.push(redirectUri)
      open()
    },
    /** Whoever comes next is this person; empty: nobody, they cancel. */
    signIn(sub: string) {
      signedIn = sub
    },
    /** Signs with another key from now on; the one before is not published any more. */
    rotateKeys() {
      keys = [newKey()]
      open()
    },
    /** Answers requests itself where the function answers true; undefined takes that away. */
    tamper(by: typeof tamper) {
      tamper = by
    },
    /** A key set that has nothing to do with its keys. */
    otherKeys: () => {
      const { kty, n, e, alg, use } = newKey()
      return JSON.stringify({ keys: [{ kty, n, e, alg, use }] })
    },
    /** What a browser does that is sent there: signs in, and answers the address that it is sent back to. */
    async visit(location: string): Promise<string> {
      const jar = new Map<string, string>()
      for (let url = location, redirects = 0; redirects < 10; redirects++) {
        if (!url.startsWith(issuer)) return url
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const set of reply.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
          jar.set(name!, value!)
        }
        const next = reply.headers.get('location')
        if (!next) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
        url = new URL(next, url).href
      }
      throw new Error('too many redirects')
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>
