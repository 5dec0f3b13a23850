import { type Actor, gateway, invalidNamedField, newId, platformTenant } from '@frontdesk/contracts'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { callbackPathOf } from '../oidc/oidc-paths.ts'
import { endSessionsOfProvider } from '../people/end-provider-sessions.ts'
import {
  clientSecretOwner,
  type OidcProvider,
  type OidcProviderInput,
  type SignInSettingsRecord,
  signInSettingsId,
  type signInSettingsPatch,
  type signInSettingsShown,
} from './sign-in-settings-document.ts'

type SignInSettings = Required<Omit<SignInSettingsRecord, 'updatedAt'>>

/** What a tenant that never set anything has. */
const defaults: SignInSettings = { requireTotp: false, oidc: { providers: [] } }

/** How the people of a tenant sign in; `updatedAt` is null where nobody ever set it. */
export async function readSignInSettings(
  tenant: string,
  { collections }: Pick<GatewayContext, 'collections'>,
): Promise<SignInSettings & { updatedAt: string | null }> {
  const stored = await collections.signInSettings.get(tenant, signInSettingsId)
  return { ...defaults, updatedAt: null, ...stored?.body }
}

/** What the API shows of them: no secret. */
export const shownSignInSettings = (
  { requireTotp, oidc }: SignInSettings,
  tenant: string,
): z.output<typeof signInSettingsShown> => ({
  requireTotp,
  oidc: {
    providers: oidc.providers.map(({ sealed, trustsEmail = false, ...provider }) => ({
      ...provider,
      trustsEmail,
      hasClientSecret: sealed !== undefined,
      redirectPath: callbackPathOf(tenant, provider.id),
    })),
  },
})

/** The providers of a tenant that people can sign in with; none of a tenant that does not exist or is being erased. */
export async function openProviders(tenant: string, context: GatewayContext): Promise<OidcProvider[]> {
  const stored = await context.collections.tenants.get(platformTenant, tenant)
  if (!stored || stored.body.erasure) return []
  const { oidc } = await readSignInSettings(tenant, context)
  return oidc.providers.filter(({ enabled }) => enabled)
}

/**
 * A provider as it is stored. The secret of before stays only with the same issuer and client: somebody else's issuer would
 * be sent it otherwise. Throws `invalid_request`.
 */
function withSecret(
  { clientSecret, ...provider }: OidcProviderInput,
  before: OidcProvider | undefined,
  { tenant, state }: GatewayContext,
): OidcProvider {
  if (clientSecret !== undefined)
    return { ...provider, sealed: state.vault.seal(clientSecret, clientSecretOwner(tenant, provider.id)) }
  if (before?.sealed === undefined) return provider
  if (before.issuer === provider.issuer && before.clientId === provider.clientId)
    return { ...provider, sealed: before.sealed }
  throw invalidNamedField(
    'signIn.oidc.providers.clientSecret',
    'Send it again, because `issuer` or `clientId` has changed.',
  )
}

/** Throws `address_refused` for an issuer that Frontdesk may not reach. */
export async function checkIssuers(
  { oidc }: z.output<typeof signInSettingsPatch>,
  { outboundHttp }: GatewayContext,
): Promise<void> {
  await Promise.all((oidc?.providers ?? []).map(({ issuer }) => outboundHttp.checkNow({ url: issuer })))
}

type Provider = Pick<OidcProvider, 'id' | 'issuer' | 'enabled'>

/** Providers that are open in one list, and not in the other with the same issuer. */
const openOnlyIn = (some: Provider[], others: Provider[]): Provider[] =>
  some.filter(
    ({ id, issuer, enabled }) =>
      enabled && !others.some((other) => other.id === id && other.issuer === issuer && other.enabled),
  )

/**
 * Changes the given fields, and writes that to the log of changes. Without a difference nothing is written. Throws
 * `invalid_request` for a provider whose secret has to be given again. The sessions of a provider that is closed end for good.
 */
export async function updateSignInSettings(
  patch: z.output<typeof signInSettingsPatch>,
  { name: _, ...actor }: Actor,
  context: GatewayContext,
): Promise<void> {
  if (patch.oidc) {
    const { oidc } = await readSignInSettings(context.tenant, context)
    // None from before it was closed comes back, also where that was broken off.
    for (const each of openOnlyIn(patch.oidc.providers, oidc.providers)) await endSessionsOfProvider(each, context)
  }
  let closed: Provider[] = []
  await context.commit(context.collections.signInSettings, signInSettingsId, (current) => {
    const before: SignInSettings = { ...defaults, ...current?.body }
    const known = new Map(before.oidc.providers.map((provider) => [provider.id, provider]))
    const oidc = patch.oidc && {
      providers: patch.oidc.providers.map((each) => withSecret(each, known.get(each.id), context)),
    }
    const after: SignInSettings = { requireTotp: patch.requireTotp ?? before.requireTotp, oidc: oidc ?? before.oidc }
    const changed = (Object.keys(defaults) as (keyof SignInSettings)[]).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    )
    closed = openOnlyIn(before.oidc.providers, after.oidc.providers)
    if (changed.length === 0) return undefined
    const at = timestampOf(context.clock)
    const told = {
      id: newId('act'),
      at,
      kind: 'settings' as const,
      actor,
      action: 'update',
      changed: changed.map((name) => `signIn.${name}`),
      outcome: 'done' as const,
    }
    return { body: { ...after, updatedAt: at }, events: [context.event(gateway.events.changeRecorded, told)] }
  })
  for (const each of closed) await endSessionsOfProvider(each, context)
}
