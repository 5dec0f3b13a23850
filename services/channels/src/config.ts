import { z } from 'zod'
import { baseUrlsSetting } from './providers/base-urls.ts'

/** The settings of the service; units stand in their names. */
export const config = z.object({
  /** Secrets of channels are sealed with it; another one can't open them. */
  ENCRYPTION_KEY: z.string('your own secret is needed to encrypt stored secrets').min(1),
  /** Where the outside reaches the gateway, for providers that sign the URL they call. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  CHANNEL_PROVIDER_URLS: baseUrlsSetting,
  /** A text from the same number goes on with its last conversation, unless nothing came for so long. */
  CHANNEL_CONVERSATION_DAYS: z.coerce.number().min(0).max(3_650).default(14),
  /** A provider that does not answer by then may have taken a message or not. */
  CHANNEL_SEND_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(30_000),
})
