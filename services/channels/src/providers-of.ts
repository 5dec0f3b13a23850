import type { ChannelsContext } from './context.ts'
import type { Provider } from './provider.ts'
import { allProviders } from './providers/index.ts'

const made = new WeakMap<object, Provider[]>()

/** The providers as this process was set up to reach them; made once for its settings. */
export function providersOf({ config }: Pick<ChannelsContext, 'config'>): Provider[] {
  const known = made.get(config)
  if (known) return known
  const providers = allProviders({ baseUrls: config.CHANNEL_PROVIDER_URLS })
  made.set(config, providers)
  return providers
}
