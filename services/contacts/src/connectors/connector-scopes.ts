import type { Connector, Scope } from '@frontdesk/contracts'

/** The scopes of what a connector carries by itself, to or from the other side. */
export const scopesOfConnector = ({
  pushConversations,
  pushContacts,
  pullContacts,
}: Pick<Connector, 'pushConversations' | 'pushContacts' | 'pullContacts'>): Scope[] => [
  ...(pushConversations.length > 0 ? (['conversations'] as const) : []),
  ...(pushContacts || pullContacts ? (['contacts'] as const) : []),
]

/** The scopes of what any connector may have on its way: who says where that goes needs them. */
export const scopesOfConnectors: Scope[] = ['conversations', 'contacts']
