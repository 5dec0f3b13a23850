import type { Command } from '../../app/keys.ts'

/**
 * The screens beside the inbox. This table draws the navigation, the commands and their shortcuts; a screen is shown to who
 * has its scope. `name` is a text of `messages.nav`.
 */
export const navigation = [
  {
    name: 'agent',
    screens: [
      { name: 'knowledge', to: '/knowledge', scope: 'knowledge:read', shortcut: 'goKnowledge' },
      { name: 'policies', to: '/policies', scope: 'policies:read', shortcut: 'goPolicies' },
      { name: 'testing', to: '/testing', scope: 'policies:read', shortcut: 'goTesting' },
    ],
  },
  {
    name: 'workspace',
    screens: [
      { name: 'contacts', to: '/contacts', scope: 'contacts:read', shortcut: 'goContacts' },
      { name: 'analytics', to: '/analytics', scope: 'analytics:read', shortcut: 'goAnalytics' },
      { name: 'settings', to: '/settings', scope: 'conversations', shortcut: 'goSettings' },
    ],
  },
] as const satisfies { name: string; screens: { name: string; to: string; scope: string; shortcut: Command }[] }[]
