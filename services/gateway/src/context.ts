import { type gateway, owners } from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { z } from 'zod'
import { agents } from './agents/agent-document.ts'
import { leavingAdmins } from './agents/leaving-admins-document.ts'
import { changes } from './changes/change-document.ts'
import { erasures } from './erasure/erasure-document.ts'
import { apiKeys } from './keys/key-document.ts'
import { digests } from './notifications/digest-document.ts'
import { notificationMails } from './notifications/notification-mail-document.ts'
import { oidcLinks, oidcSignIns } from './oidc/oidc-document.ts'
import { sessions } from './people/session-document.ts'
import { signInLinks } from './people/sign-in-link-document.ts'
import { tries } from './people/try-document.ts'
import { quotas } from './requests/quota-document.ts'
import { replies } from './requests/reply-document.ts'
import { signInSettings } from './sign-in-settings/sign-in-settings-document.ts'
import type { State } from './state.ts'
import { tenants } from './tenants/tenant-document.ts'
import { sweeps } from './uploads/sweep-document.ts'
import { visitorCounters } from './visitors/visitor-counter-document.ts'
import { visitorSessions } from './visitors/visitor-session-document.ts'
import { widgets } from './widgets/widget-document.ts'

const network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'addresses and CIDRs, such as 10.0.0.0/8,192.168.7.20')
  .refine((text) => !/\/0+$/.test(text), 'must not contain all addresses: name the networks of your proxies')

/** Settings of the gateway, by their names in the environment. */
export const config = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('0 selects any free port'),
  HOST: z.string().default('0.0.0.0'),
  BOOTSTRAP_API_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
  ADMIN_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  ANSWER_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(15_000)
    .describe('How long answers in progress may go on after a stop was asked for'),
  BODY_GRACE_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(15_000)
    .describe('Time before the speed of a request body counts'),
  BODY_MIN_BYTES_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .default(8_192)
    .describe('Minimum speed of a body after that; slower bodies end as request_timeout'),
  ENCRYPTION_KEY: z.string('your own secret is needed to encrypt stored secrets').min(1),
  CONSOLE: z.enum(['on', 'off']).default('on').describe('off: the web console at /console/ is not served'),
  ERASE_AGAIN_AFTER_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(35_000)
    .describe(
      'Time between the two rounds of a tenant erasure; longer than any request that was in progress when its keys were revoked',
    ),
  INSECURE_COOKIES: z
    .enum(['0', '1'])
    .default('0')
    .describe(
      '1: people may sign in over plain HTTP from other machines; anybody on the network path can then steal their session',
    ),
  IMPORT_MAX_MB: z.coerce.number().int().min(1).default(2_048).describe('Maximum size of an imported manifest or ZIP'),
  MAIL_FROM: z.string().min(3).optional().describe('Sender of mails to agents: Frontdesk <support@example.com>'),
  NOTIFICATION_MAIL_AFTER_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(15 * 60_000)
    .describe('Time until an agent gets a mail about unread notifications; no agent gets mails more often'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of the gateway in links to agents'),
  PROVIDER_RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(6_000)
    .describe('Rejected requests of channel providers per address and kind before further ones wait'),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(6_000).describe('Requests per API key'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server for invitations and new passwords: smtps://user:password@mail.example.com'),
  VISITOR_RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(600)
    .describe('Requests of one visitor of a chat widget, and of one network that loads widgets'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .pipe(z.array(network))
    .describe('Proxies whose X-Forwarded-For is trusted'),
})

/** What the gateway owns. */
export const collections = {
  changes,
  tenants,
  apiKeys,
  erasures,
  agents,
  leavingAdmins,
  digests,
  notificationMails,
  sessions,
  signInLinks,
  signInSettings,
  oidcLinks,
  oidcSignIns,
  tries,
  widgets,
  visitorSessions,
  visitorCounters,
  sweeps,
  quotas,
  replies,
}

/** It asks everybody, itself too: that a tenant is to be erased. */
export const asks = Object.values(owners)

export const uses = ['blobs', 'deadLetters', 'health', 'outboundHttp'] as const

/** What every part of the gateway works with; `forTenant` makes the one that a request works with. */
export type GatewayContext = Context<
  (typeof uses)[number],
  typeof config,
  typeof collections,
  typeof gateway,
  typeof asks,
  State
>
