import { ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { DispatcherContext } from '../context.ts'
import type { State } from '../state.ts'
import type { EndpointDocument, StoredSecret } from './endpoint-document.ts'
import { newSecret } from './sign-payload.ts'

/** How long the secret before goes on signing after a rotation. */
const overlapMs = 24 * 3_600_000
/** Each live secret adds a signature to two headers. */
const maxLiveSecrets = 10

const maxCachedSecrets = 1_000

function openSecret(sealed: string, owner: string, { vault, secrets }: State): string {
  const key = `${owner} ${sealed}`
  const known = secrets.get(key)
  if (known !== undefined) return known
  const secret = vault.open(sealed, owner)
  if (secrets.size >= maxCachedSecrets) secrets.clear()
  secrets.set(key, secret)
  return secret
}

const ownerOf = (tenant: string, endpointId: string): string => `${tenant}/${endpointId}`

/** Makes a secret for an endpoint, sealed for storage. */
export function makeSecret(
  endpointId: string,
  operation: string,
  { tenant, state, clock }: Pick<DispatcherContext, 'tenant' | 'state' | 'clock'>,
): StoredSecret {
  const sealed = state.vault.seal(newSecret(), ownerOf(tenant, endpointId))
  return { operation, sealed, createdAt: new Date(clock.now()).toISOString() }
}

/** The secret that an operation made, in the clear. */
export function secretOf(
  endpoint: Stored<EndpointDocument>,
  operation: string,
  { tenant, state }: Pick<DispatcherContext, 'tenant' | 'state'>,
): string {
  const made = endpoint.body.secrets.find((secret) => secret.operation === operation)
  if (!made)
    throw new ServiceError('conflict', { detail: 'The secret that this request created has been replaced meanwhile.' })
  return state.vault.open(made.sealed, ownerOf(tenant, endpoint.id))
}

/**
 * Every secret that signs now, newest first, in the clear. Throws when the newest can't be opened; an older one that can't
 * (ENCRYPTION_KEY changed before the rotation) signs no more.
 */
export function liveSecrets(
  endpoint: Stored<EndpointDocument>,
  { tenant, state, clock }: Pick<DispatcherContext, 'tenant' | 'state' | 'clock'>,
): string[] {
  const live = endpoint.body.secrets.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > clock.now())
  return live.toReversed().flatMap(({ sealed }, age) => {
    try {
      return [openSecret(sealed, ownerOf(tenant, endpoint.id), state)]
    } catch (error) {
      if (age === 0) throw error
      return []
    }
  })
}

/** The secrets after a rotation: the new one, and for another 24 h those that were live. Throws `conflict` above ten. */
export function rotated(secrets: StoredSecret[], next: StoredSecret, now: number): StoredSecret[] {
  const live = secrets.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now)
  if (live.length >= maxLiveSecrets)
    throw new ServiceError('conflict', {
      detail: `${maxLiveSecrets} secrets are already valid; old ones end after 24 hours.`,
    })
  return [...live.map((secret) => ({ ...secret, expiresAt: secret.expiresAt ?? now + overlapMs })), next]
}
