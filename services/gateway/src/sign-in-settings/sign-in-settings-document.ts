import { role } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { z } from 'zod'
import { vaultPurpose } from '../people/vault-purpose.ts'

/** One record a tenant, under this id. */
export const signInSettingsId = 'sign-in'

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

/** OpenID Connect Discovery 1.0, 3: https without query or fragment. Over plain http only on this machine. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && !`${search}${hash}${username}${password}`
}

const providerFields = {
  id: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/, 'Must be lower-case letters, digits and hyphens: okta')
    .describe('Part of the redirect URL that is registered at the identity provider'),
  name: z.string().max(100).trim().min(1).describe('As the sign-in screen shows it'),
  issuer: z.string().max(500).refine(isIssuer, 'Must be the https address of an issuer, without query and fragment'),
  clientId: z.string().min(1).max(500),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'Must be a scope of OAuth 2: email'))
    .max(20)
    .describe('Beside `openid`'),
  rolesClaim: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Claim with a person’s roles or groups, of the ID token or userinfo: `groups`, `realm_access.roles`'),
  roles: z
    .record(z.string().min(1).max(200), role)
    .refine((roles) => Object.keys(roles).length <= 200, 'At most 200 values.')
    .describe('The role in Frontdesk for each value of `rolesClaim`; if several match, the highest'),
  defaultRole: role.nullable().describe('The role of people without any of `roles`. null: they can’t sign in'),
  createsAgents: z.boolean().describe('Whether a person who is not an agent yet becomes one at the first sign-in'),
  emailDomains: z
    .array(z.string().regex(/^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/, 'Must be a domain in lower case: example.com'))
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Domains of this provider’s people. New sign-ins need a verified address of one of them; agents with such an address are linked by it',
    ),
  trustsEmail: z
    .boolean()
    .describe(
      'Whether an e-mail address counts as verified when the provider says nothing about that (no `email_verified`). Use it only for a provider where only its admins can set addresses: otherwise people there can sign in as any agent with an address of `emailDomains`',
    ),
  enabled: z.boolean(),
}
const shownProvider = z
  .object({
    ...providerFields,
    hasClientSecret: z.boolean(),
    redirectPath: z.string().describe('`PUBLIC_URL` plus this path is the redirect URL to register at the provider'),
  })
  .meta({ id: 'OidcProvider' })

const providerInput = z
  .strictObject({
    ...providerFields,
    clientSecret: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe(
        'Never shown. Absent: the stored one is kept, as long as `issuer` and `clientId` stay; for a new provider, none (PKCE alone)',
      ),
    scopes: providerFields.scopes.default(['email', 'profile']),
    roles: providerFields.roles.default({}),
    defaultRole: providerFields.defaultRole.default(null),
    createsAgents: providerFields.createsAgents.default(false),
    trustsEmail: providerFields.trustsEmail.default(false),
    enabled: providerFields.enabled.default(true),
  })
  .refine(({ rolesClaim, roles }) => rolesClaim !== undefined || Object.keys(roles).length === 0, {
    path: ['rolesClaim'],
    message: 'Is required with `roles`.',
  })
  .refine(({ createsAgents, emailDomains, defaultRole }) => !createsAgents || emailDomains || defaultRole === null, {
    path: ['emailDomains'],
    message: 'With `createsAgents`, name the domains, or let `roles` decide who gets in (`defaultRole` null).',
  })
  .refine(({ trustsEmail, emailDomains }) => !trustsEmail || emailDomains, {
    path: ['emailDomains'],
    message: 'With `trustsEmail`, name the domains whose addresses are trusted.',
  })
  .meta({ id: 'OidcProviderInput' })

/** An OpenID provider as it is stored. */
export type OidcProvider = Omit<z.output<typeof shownProvider>, 'hasClientSecret' | 'redirectPath' | 'trustsEmail'> & {
  /** Absent where it was stored before there was this field. */
  trustsEmail?: boolean
  /** The client secret, sealed for `clientSecretOwner`. */
  sealed?: string
}
export type OidcProviderInput = z.output<typeof providerInput>

/** Whose secret it is that a vault keeps for the client of a provider. */
export const clientSecretOwner = (tenant: string, providerId: string): string => `${tenant}/oidc/${providerId}`

/** How the people of a tenant sign in, as it is stored. */
export type SignInSettingsRecord = {
  requireTotp: boolean
  /** Absent where it was stored before there were any. */
  oidc?: { providers: OidcProvider[] }
  updatedAt: string
}

export const signInSettings = collection<SignInSettingsRecord>('gateway-sign-in-settings', [], {
  refersTo: ({ tenant, body: { oidc } }) => ({
    secrets: (oidc?.providers ?? []).flatMap(({ id, sealed }) =>
      sealed === undefined ? [] : [{ purpose: vaultPurpose, owner: clientSecretOwner(tenant, id), sealed }],
    ),
  }),
})

const requireTotp = z
  .boolean()
  .describe(
    'People who sign in with a password need a second factor; a session of somebody without one can only set one up',
  )

/** How people sign in, as the API shows it. */
export const signInSettingsShown = z
  .object({ requireTotp, oidc: z.object({ providers: z.array(shownProvider) }) })
  .meta({ id: 'SignInSettings' })
export const signInSettingsPatch = z
  .strictObject({
    requireTotp,
    oidc: z.strictObject({
      providers: z
        .array(providerInput)
        .max(20)
        .refine((providers) => new Set(providers.map(({ id }) => id)).size === providers.length, 'Ids must differ.')
        .describe('The complete list: providers that are left out are removed'),
    }),
  })
  .partial()
  .meta({ id: 'SignInSettingsPatch' })
