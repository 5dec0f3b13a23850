import { id } from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { callbackPathOf, startPathOf } from '../oidc/oidc-paths.ts'
import { cookiePurposeOf, finishOidcSignIn, startOidcSignIn } from '../oidc/oidc-sign-in.ts'
import { reportSignInError } from '../oidc/report-sign-in-error.ts'
import { defaultReturnPath, returnPath } from '../oidc/return-path.ts'
import { refuseForeignNavigation } from '../people/cross-site.ts'
import { signInAs } from '../people/sign-in-reply.ts'
import { openProviders } from '../sign-in-settings/sign-in-settings-store.ts'
import { entryRoute } from './route.ts'

const common = { access: 'public', tag: 'Signing in' } as const
const provider = z.string().max(32)
const tenant = id.describe('Id of the tenant')

/** RFC 6749, A: printable ASCII. Together, percent-encoded, they fit into the 16 kB of an address. */
const answer = (maxLength: number) =>
  z
    .string()
    .regex(/^[\x20-\x7e]*$/)
    .max(maxLength)
    .optional()
/** Anything that a provider adds is left out. */
const callbackQuery = z.object({ state: answer(128), code: answer(3_072), iss: answer(512), error: answer(128) })

/** Whether the browser wants a page, and whether there is one of the console. */
const screenOf = ({ wantsPage }: { wantsPage: boolean }, { config }: GatewayContext) => ({
  wantsPage,
  hasConsole: config.CONSOLE === 'on',
})

/** Signing in at an OpenID provider. */
export const oidcRoutes = [
  entryRoute('GET /api/session/providers', {
    ...common,
    name: 'listSignInProviders',
    summary: 'List the identity providers of a sign-in screen',
    description: 'Empty for a tenant that has none, or does not exist.',
    query: z.strictObject({ tenant }),
    reply: z
      .object({
        items: z.array(
          z
            .object({
              id: z.string(),
              name: z.string(),
              url: z.string().describe('Path where a browser starts to sign in; accepts the parameter `return`'),
            })
            .meta({ id: 'SignInProvider' }),
        ),
      })
      .meta({ id: 'SignInProviders' }),
    async enter({ context, query }) {
      const providers = await openProviders(query.tenant, context)
      const items = providers.map(({ id, name }) => ({
        id,
        name,
        url: `${startPathOf(id)}?${new URLSearchParams({ tenant: query.tenant })}`,
      }))
      return { body: { items } }
    },
  }),
  entryRoute('GET /api/session/oidc/:provider', {
    ...common,
    name: 'startOidcSignIn',
    summary: 'Start a sign-in at an identity provider',
    description:
      'For browsers: redirects to the provider (authorization code with PKCE) and sets a cookie for ten minutes. It must be opened from a page of this host, or typed in; from another site it is 403 `cross_site`. Errors are reported as by `finishOidcSignIn`.',
    params: z.object({ provider }),
    query: z.strictObject({
      tenant,
      return: returnPath.optional().describe(`Where the browser goes afterwards. Default: ${defaultReturnPath}`),
    }),
    status: 302,
    refusals: ['identity_provider_unavailable', 'identity_unverified'],
    async enter({ context, params: { provider }, query, client, browser }) {
      refuseForeignNavigation(browser)
      const told = { tenant: query.tenant, ...screenOf(browser, context) }
      const started = await startOidcSignIn(
        {
          tenant: query.tenant,
          provider,
          returnPath: query.return ?? defaultReturnPath,
          redirectUri: `${browser.origin}${callbackPathOf(query.tenant, provider)}`,
          network: client.network,
        },
        context,
      ).catch((error: unknown) => reportSignInError(error, told))
      if (!('state' in started)) return started
      const { location, state, browserToken } = started
      return { location, browserToken: { purpose: cookiePurposeOf(state), token: browserToken } }
    },
  }),
  entryRoute('GET /api/session/oidc/:provider/callback/:tenantId', {
    ...common,
    name: 'finishOidcSignIn',
    summary: 'Finish a sign-in at an identity provider',
    description:
      'For browsers: sets a session cookie and redirects to the page that `return` named. Works once, in the browser that started it. Other parameters of the provider are ignored. If it fails, a browser (`Accept: text/html`) is redirected to `/console/sign-in` with `tenant` and `error`, the code; others get the problem document.',
    params: z.object({ provider, tenantId: tenant }),
    query: callbackQuery,
    status: 302,
    refusals: ['sign_in_expired', 'sign_in_refused', 'identity_unverified', 'identity_provider_unavailable'],
    async enter({ context, params: { provider: id, tenantId }, query, client, browser }) {
      const given = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined)
      const purpose = cookiePurposeOf(query.state ?? '')
      const told = { tenant: tenantId, ...screenOf(browser, context) }
      const finished = await finishOidcSignIn(
        { tenant: tenantId, provider: id, query: Object.fromEntries(given), browserToken: browser.token(purpose) },
        context,
      ).catch((error: unknown) => reportSignInError(error, told))
      if (!('agent' in finished)) return finished
      const { agent, returnPath, provider } = finished
      const { session } = await signInAs(agent, client, 'sign_in_oidc', context, { provider })
      return { session: session!, location: returnPath, browserToken: { purpose, token: null } }
    },
  }),
]
