import type { Stored } from '@frontdesk/documents'
import { openSealedBox, openVault } from '@frontdesk/secrets'
import type { ChannelsContext } from '../context.ts'
import type { ChannelDocument } from './channel-document.ts'

const purpose = 'channel'

type Keyed = Pick<ChannelsContext, 'config'>

const ownerOf = (tenant: string, channelId: string): string => `${tenant}/${channelId}`

/** The public key that secrets are sealed with on their way here. */
export const publicKeyOf = ({ config }: Keyed): string => openSealedBox(config.ENCRYPTION_KEY, purpose).publicKey

/** The content of a sealed text, as JSON. Throws `invalid_request` when it was not sealed for this service and owner. */
export const openSealed = (sealed: string, owner: string, { config }: Keyed): unknown =>
  JSON.parse(openSealedBox(config.ENCRYPTION_KEY, purpose).open(sealed, owner))

/** The secrets of a channel in a sealed text. Throws `invalid_request` when they were not sealed for this channel. */
export const openChannelSecrets = (sealed: string, channelId: string, context: Keyed & { tenant: string }): unknown =>
  openSealed(sealed, ownerOf(context.tenant, channelId), context)

/** Secrets as they are kept. */
export const sealSecrets = (
  secrets: Record<string, string>,
  channelId: string,
  { config, tenant }: Keyed & { tenant: string },
): string => openVault(config.ENCRYPTION_KEY, purpose).seal(JSON.stringify(secrets), ownerOf(tenant, channelId))

/** The secrets of a channel. Throws `internal` when they were sealed with another `ENCRYPTION_KEY`. */
export const secretsOfChannel = (
  { tenant, body }: Pick<Stored<ChannelDocument>, 'tenant' | 'body'>,
  { config }: Keyed,
): Record<string, string> =>
  JSON.parse(openVault(config.ENCRYPTION_KEY, purpose).open(body.sealed, ownerOf(tenant, body.channelId)))
