import { channels, isFresh } from '@frontdesk/contracts'
import { sealFor } from '@frontdesk/secrets'
import type { GatewayContext } from '../context.ts'

/** How long the key is believed: a service that was given another ENCRYPTION_KEY has another key. */
const trustMs = 5_000

/** Seals a text for `channels`, so that what may be a secret never crosses the bus in the clear. */
export async function sealForChannels(text: string, owner: string, context: GatewayContext): Promise<string> {
  const { state, clock } = context
  let key = state.channelsKey
  if (!key || !isFresh(key.readAt, trustMs, clock.now())) {
    const { publicKey } = await context.ask(channels.queries.publicKeyRead, {})
    key = { publicKey, readAt: clock.now() }
    state.channelsKey = key
  }
  return sealFor(key.publicKey, text, owner)
}
