import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type Page = {
  /** Who has not this scope does not see the page. */
  scope?: string
  Page: LazyExoticComponent<ComponentType>
}

const page = (load: () => Promise<Record<string, ComponentType>>, name: string, scope?: string): Page => ({
  ...(scope !== undefined && { scope }),
  Page: lazy(async () => ({ default: (await load())[name]! })),
})

/** The pages of the settings, in the order of their list. Each loads when it is opened. */
export const sections = {
  profile: page(() => import('./profile/profile.tsx'), 'Profile'),
  people: page(() => import('./people/people.tsx'), 'People', 'settings'),
  teams: page(() => import('./teams/teams.tsx'), 'Teams', 'settings'),
  ai: page(() => import('./ai/ai.tsx'), 'Ai', 'settings'),
  hours: page(() => import('./hours/hours.tsx'), 'Hours', 'settings'),
  'service-levels': page(() => import('./service-levels/service-levels.tsx'), 'ServiceLevels', 'settings'),
  replies: page(() => import('./replies/replies.tsx'), 'Replies', 'conversations'),
  channels: page(() => import('./channels/channels.tsx'), 'Channels', 'settings'),
  'filtered-emails': page(
    () => import('./filtered-emails/filtered-emails.tsx'),
    'FilteredEmails',
    'conversations:read',
  ),
  widget: page(() => import('./widget/widgets.tsx'), 'Widgets', 'settings'),
  connectors: page(() => import('./connectors/connectors.tsx'), 'Connectors', 'settings'),
  api: page(() => import('./api/api-keys.tsx'), 'ApiKeys', 'settings'),
  webhooks: page(() => import('./webhooks/webhooks.tsx'), 'Webhooks', 'settings'),
  security: page(() => import('./security/security.tsx'), 'Security', 'settings'),
  usage: page(() => import('./usage/usage.tsx'), 'Usage', 'analytics:read'),
  'dead-letters': page(() => import('./dead-letters/dead-letters.tsx'), 'DeadLetters', 'settings'),
} as const satisfies Record<string, Page>

export type Section = keyof typeof sections
