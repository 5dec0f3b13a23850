import { openVault } from '@frontdesk/secrets'
import { LRUCache } from 'lru-cache'
import { openKnownIssuers } from './oidc/known-issuers.ts'
import { openAgentRules } from './people/agent-rules.ts'
import { openFullCounters } from './people/full-counters.ts'
import { openHasher } from './people/hash-password.ts'
import { type MailConfig, openMailer } from './people/open-mailer.ts'
import type { Refusal } from './people/refusal.ts'

import { vaultPurpose } from './people/vault-purpose.ts'

/** What one running gateway knows. */
export const openState = ({ config }: { config: MailConfig & { ENCRYPTION_KEY: string } }) => ({
  /** The public key of channels, and when it was read. */
  channelsKey: undefined as { publicKey: string; readAt: number } | undefined,
  agentRules: openAgentRules(),
  hasher: openHasher(),
  /** Sign-ins that were refused and are not logged yet. */
  refusals: [] as Refusal[],
  fullCounters: openFullCounters(),
  knownIssuers: openKnownIssuers(),
  mailer: openMailer(config),
  /** When typing in a conversation was last passed on, in milliseconds since 1970. */
  typingToldAt: new LRUCache<string, number>({ max: 10_000 }),
  /** Streams of visitors that are open here, by what they are counted with. */
  visitorStreams: new Map<string, Map<string, AbortController>>(),
  vault: openVault(config.ENCRYPTION_KEY, vaultPurpose),
})
export type State = ReturnType<typeof openState>
