import { ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { openVault, type Vault } from '@frontdesk/secrets'
import type { DispatcherContext } from './context.ts'
import type { EndpointDocument, StoredSecret } from './documents.ts'
import { newSecret } from './sign-payload.ts'

/** How long the secret before goes on signing after a rotation. */
const overlapMs = 24 * 3_600_000
/** Each live secret adds a signature to two headers. */
const mostLive = 10

let opened: { key: string; vault: Vault } | undefined
/** The vault of this process; deriving its key takes as long as a hundred signatures. */
function vaultOf({ ENCRYPTION_KEY }: DispatcherContext['config']): Vault {
  if (opened?.key !== ENCRYPTION_KEY) {
    opened = { key: ENCRYPTION_KEY, vault: openVault(ENCRYPTION_KEY, 'webhook') }
    secrets.clear()
  }
  return opened.vault
}

const mostKnown = 1_000
/** Secrets in the clear, by owner and how they are sealed. */
const secrets = new Map<string, string>()

function openSecret(sealed: string, owner: string, config: DispatcherContext['config']): string {
  const vault = vaultOf(config)
  const key = `${owner} ${sealed}`
  const known = secrets.get(key)
  if (known !== undefined) return known
  const secret = vault.open(sealed, owner)
  if (secrets.size >= mostKnown) secrets.clear()
  secrets.set(key, secret)
  return secret
}

const ownerOf = (tenant: string, endpointId: string): string => `${tenant}/${endpointId}`

/** Makes a secret for an endpoint, sealed for storage. */
export function makeSecret(
  endpointId: string,
  operation: string,
  { tenant, config, clock }: Pick<DispatcherContext, 'tenant' | 'config' | 'clock'>,
): StoredSecret {
  const sealed = vaultOf(config).seal(newSecret(), ownerOf(tenant, endpointId))
  return { operation, sealed, createdAt: new Date(clock.now()).toISOString() }
}

/** The secret that an operation made, in the clear. */
export function secretOf(
  endpoint: Stored<EndpointDocument>,
  operation: string,
  { tenant, config }: Pick<DispatcherContext, 'tenant' | 'config'>,
): string {
  const made = endpoint.body.secrets.find((secret) => secret.operation === operation)
  if (!made) throw new ServiceError('conflict', { detail: 'The secret of this request was replaced meanwhile.' })
  return vaultOf(config).open(made.sealed, ownerOf(tenant, endpoint.id))
}

/**
 * Every secret that signs now, newest first, in the clear. Throws when the newest can't be opened; an older one that can't
 * (ENCRYPTION_KEY changed before the rotation) signs no more.
 */
export function liveSecrets(
  endpoint: Stored<EndpointDocument>,
  { tenant, config, clock }: Pick<DispatcherContext, 'tenant' | 'config' | 'clock'>,
): string[] {
  const live = endpoint.body.secrets.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > clock.now())
  return live.toReversed().flatMap(({ sealed }, age) => {
    try {
      return [openSecret(sealed, ownerOf(tenant, endpoint.id), config)]
    } catch (error) {
      if (age === 0) throw error
      return []
    }
  })
}

/** The secrets after a rotation: the new one, and for another 24 h those that were live. Throws `conflict` above ten. */
export function rotated(secrets: StoredSecret[], next: StoredSecret, now: number): StoredSecret[] {
  const live = secrets.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now)
  if (live.length >= mostLive)
    throw new ServiceError('conflict', {
      detail: `${mostLive} secrets are live already; each one ends after 24 hours.`,
    })
  return [...live.map((secret) => ({ ...secret, expiresAt: secret.expiresAt ?? now + overlapMs })), next]
}
