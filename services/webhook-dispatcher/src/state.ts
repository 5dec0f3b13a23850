import { openVault } from '@frontdesk/secrets'
import type { Dispatch } from './lanes/dispatch-state.ts'
import type { Listener } from './listen/listener-document.ts'

/** What one running service has. Deriving the vault's key takes as long as a hundred signatures. */
export const openState = ({ config }: { config: { ENCRYPTION_KEY: string } }) => ({
  vault: openVault(config.ENCRYPTION_KEY, 'webhook'),
  /** Secrets in the clear, by owner and how they are sealed. */
  secrets: new Map<string, string>(),
  /** Set by the first delivery. */
  dispatch: undefined as Dispatch | undefined,
  listeners: undefined as { since: number; listeners: Promise<Listener[]> } | undefined,
})
export type State = ReturnType<typeof openState>
