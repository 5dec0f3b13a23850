import type { ChannelKind } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import { findProvider } from '../providers/index.ts'
import type { Provider, RawRequest } from '../providers/provider.ts'
import type { ChannelDocument } from './channel-document.ts'

/** A channel that a request may be for, of whatever tenant, and who verifies it. */
export type Candidate = { channel: Stored<ChannelDocument>; provider: Provider }

/** Addresses that a request may name before anybody knows who it is from. */
const maxAddresses = 100

function candidateOf(channel: Stored<ChannelDocument>, context: ChannelsContext): Candidate | undefined {
  const { kind, provider: name } = channel.body
  const provider = findProvider(context.state.providers, kind, name)
  return provider && { channel, provider }
}

/**
 * The channel with that id, while it is enabled and of that kind. Where one request may be for several channels, those that it
 * names as well.
 */
export async function findById(
  kind: ChannelKind,
  channelId: string,
  request: RawRequest,
  context: ChannelsContext,
): Promise<Candidate[]> {
  const found = await context.collections.accounts.findAcrossTenants({ where: { channelId }, limit: 1 })
  const named = found
    .filter(({ body }) => body.kind === kind && body.enabled)
    .flatMap((channel) => candidateOf(channel, context) ?? [])
  const provider = named[0]?.provider
  if (!provider?.isForSeveral) return named
  const all = await namedIn(request, provider, context)
  return [...named, ...all.filter(({ channel }) => channel.body.channelId !== channelId)]
}

/** A channel of the context's tenant, enabled or not: what it has accepted is worked off. */
export async function findInTenant(channelId: string, context: ChannelsContext): Promise<Candidate | undefined> {
  const channel = await context.collections.accounts.get(context.tenant, channelId)
  return channel && candidateOf(channel, context)
}

/** The channels that a request says it is for, as each provider of that kind reads it. Nothing of this is verified yet. */
export async function findByRecipient(
  kind: ChannelKind,
  request: RawRequest,
  context: ChannelsContext,
): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  for (const provider of context.state.providers) {
    if (provider.kind === kind) candidates.push(...(await namedIn(request, provider, context)))
  }
  return candidates
}

/** The channels of a provider that a request names, as that provider reads it. */
async function namedIn(request: RawRequest, provider: Provider, context: ChannelsContext): Promise<Candidate[]> {
  const addresses = [...new Set(recipientsOf(provider, request, context))].slice(0, maxAddresses)
  if (addresses.length === 0) return []
  const found = await context.collections.accounts.findAcrossTenants({
    where: { kind: provider.kind, address: { in: addresses } },
    limit: maxAddresses,
  })
  return found
    .filter(({ body }) => body.provider === provider.name && body.enabled)
    .map((channel) => ({ channel, provider }))
}

/** The bytes are not authenticated: when a provider's parser throws, the request is not one of that provider. */
function recipientsOf(provider: Provider, request: RawRequest, { log }: ChannelsContext): string[] {
  try {
    return provider.recipients(request)
  } catch (error) {
    log.debug({ provider: provider.name, err: error }, 'no recipients could be read')
    return []
  }
}
