import {
  type BodyOf,
  type ChannelAccount,
  type channels,
  type Fault,
  ServiceError,
  secretsOf,
} from '@frontdesk/contracts'
import { descending, findPage, getExisting, type Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import { z } from 'zod'
import type { ChannelsContext } from '../context.ts'
import { findProvider } from '../providers/index.ts'
import type { ChannelDocument } from './channel-document.ts'
import { openChannelSecrets, sealSecrets, secretsOfChannel } from './channel-secrets.ts'
import { normaliseAddress } from './normalise-address.ts'

const unknownChannel = () => new ServiceError('not_found', { detail: 'There is no such channel.' })
const givenSecrets = z.record(z.string(), z.string().min(1).max(8_192))

/** A channel as the API shows it: never its secrets. */
export function toChannel({ id, body }: Stored<ChannelDocument>, context: ChannelsContext): ChannelAccount {
  const { kind, provider, address, name, enabled, secretNames, createdAt, updatedAt } = body
  const sendsWith = findProvider(context.state.providers, kind, provider)?.sendsWith
  return {
    id,
    kind,
    provider,
    address,
    ...(name !== undefined && { name }),
    enabled,
    secrets: secretNames,
    canSend: sendsWith?.every((secret) => secretNames.includes(secret)) ?? false,
    createdAt,
    updatedAt,
  }
}

/** Throws `not_found`. */
export async function getChannel(channelId: string, { tenant, collections }: ChannelsContext) {
  return getExisting(collections.accounts, tenant, channelId, unknownChannel)
}

const invalid = (errors: Fault[]) =>
  new ServiceError('invalid_request', {
    detail: errors.map(({ path, message }) => `${path} ${message}`).join('; '),
    errors,
  })

/** The secrets of a letter, on top of those known. Throws `invalid_request` with every name that is unknown or missing. */
function checkedSecrets(
  letter: string,
  { channelId, kind, provider }: Pick<ChannelDocument, 'channelId' | 'kind' | 'provider'>,
  known: Record<string, string>,
  context: ChannelsContext,
): Record<string, string> {
  const names = secretsOf(kind, provider)
  if (!names) throw invalid([{ path: 'provider', message: `is not a provider for ${kind}` }])
  const given = givenSecrets.safeParse(openChannelSecrets(letter, channelId, context))
  if (!given.success) throw invalid([{ path: 'secrets', message: 'must be texts by their names' }])
  const secrets = { ...known, ...given.data }
  const allowed = [...names.required, ...names.optional]
  const faults = [
    ...Object.keys(given.data)
      .filter((name) => !allowed.includes(name))
      .map((name) => ({ path: `secrets.${name}`, message: `is not a secret of ${provider}: ${allowed.join(', ')}` })),
    ...names.required
      .filter((name) => !Object.hasOwn(secrets, name))
      .map((name) => ({ path: `secrets.${name}`, message: 'is required to receive' })),
  ]
  if (faults.length > 0) throw invalid(faults)
  const parsed = findProvider(context.state.providers, kind, provider)?.secrets.safeParse(secrets)
  if (parsed && !parsed.success) {
    throw invalid(
      // What was given is not told: it is a secret.
      parsed.error.issues.map(({ path, message }) => ({ path: ['secrets', ...path].join('.'), message })),
    )
  }
  return secrets
}

/** Throws `invalid_request` when the secrets name a server that may not be reached now. */
async function checkServers(
  secrets: Record<string, string>,
  { kind, provider }: Pick<ChannelDocument, 'kind' | 'provider'>,
  context: ChannelsContext,
): Promise<void> {
  for (const { host, port, secret } of findProvider(context.state.providers, kind, provider)?.servers?.(secrets) ??
    []) {
    try {
      await context.outboundHttp.checkNow({ host, port })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      throw invalid([{ path: `secrets.${secret}`, message: error.message }])
    }
  }
}

/** Makes a channel, once for an operation; its address is its own from then on. Throws `conflict`, `invalid_request`. */
export async function createChannel(
  { channelId, channel, letter }: BodyOf<typeof channels.queries.channelCreate>,
  context: ChannelsContext,
): Promise<ChannelAccount> {
  const { tenant, collections, clock } = context
  const { kind, provider, name } = channel
  const secrets = checkedSecrets(letter, { channelId, kind, provider }, {}, context)
  await checkServers(secrets, { kind, provider }, context)
  const createdAt = timestampOf(clock)
  const { stored } = await collections.accounts.insert(tenant, channelId, {
    channelId,
    kind,
    provider,
    address: normaliseAddress(kind, provider, channel.address),
    ...(name !== undefined && { name }),
    enabled: true,
    sealed: sealSecrets(secrets, channelId, context),
    secretNames: Object.keys(secrets).sort(),
    createdAt,
    updatedAt: createdAt,
  })
  // Either it is here already (a retry), or its address is another's, of whichever tenant.
  if (stored.tenant === tenant && stored.id === channelId) return toChannel(stored, context)
  throw new ServiceError('conflict', { detail: 'This address already belongs to a channel.' })
}

/** What is known of a channel's secrets: nothing when `ENCRYPTION_KEY` is another now, so that all may be given anew. */
function readableSecrets(channel: Stored<ChannelDocument>, context: ChannelsContext): Record<string, string> {
  try {
    return secretsOfChannel(channel, context)
  } catch (error) {
    context.log.warn(
      { channelId: channel.id, err: error },
      "the secrets of a channel can't be read; they must be entered again",
    )
    return {}
  }
}

/** Throws `not_found`, `invalid_request`. */
export async function updateChannel(
  { channelId, patch, letter }: BodyOf<typeof channels.queries.channelUpdate>,
  context: ChannelsContext,
): Promise<ChannelAccount> {
  const { commit, collections, clock } = context
  if (letter) {
    const current = await getChannel(channelId, context)
    const secrets = checkedSecrets(letter, current.body, readableSecrets(current, context), context)
    await checkServers(secrets, current.body, context)
  }
  const stored = await commit(collections.accounts, channelId, (current) => {
    if (!current) throw unknownChannel()
    const { body } = current
    const secrets = letter && checkedSecrets(letter, body, readableSecrets(current, context), context)
    return {
      body: {
        ...body,
        ...(patch.name !== undefined && { name: patch.name }),
        ...(patch.enabled !== undefined && { enabled: patch.enabled }),
        ...(secrets && {
          sealed: sealSecrets(secrets, channelId, context),
          secretNames: Object.keys(secrets).sort(),
        }),
        updatedAt: timestampOf(clock),
      },
    }
  })
  return toChannel(stored!, context)
}

/** Newest first. */
export const listChannels = (
  { limit, cursor }: BodyOf<typeof channels.queries.channelList>,
  context: ChannelsContext,
) =>
  findPage(context.collections.accounts, context.tenant, { sort: descending('createdAt'), limit, cursor }, (stored) =>
    toChannel(stored, context),
  )

/** Takes the channel away and frees its address. Its conversations stay. Throws `not_found`. */
export async function deleteChannel(channelId: string, { tenant, collections }: ChannelsContext): Promise<void> {
  if (!(await collections.accounts.remove(tenant, channelId))) throw unknownChannel()
}
