import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { logKinds } from '../screens/analytics/log-kinds.ts'
import { groupings, periods, topicKinds } from '../screens/analytics/period.ts'
import { readRowSearch } from '../screens/analytics/row-search.ts'
import { suggestionStatuses } from '../screens/analytics/suggestion-statuses.ts'
import { Frame } from '../screens/frame/frame.tsx'
import { NotFound } from '../screens/frame/not-found.tsx'
import { Inbox } from '../screens/inbox/inbox.tsx'
import { SignIn } from '../screens/sign-in/sign-in.tsx'
import { Welcome } from '../screens/welcome/welcome.tsx'
import { readLocalDrafts } from './drafts.ts'
import { outbox } from './outbox.ts'
import { readPreferences } from './preferences.ts'
import { queryClient } from './query-client.ts'
import { sessionQuery } from './session.ts'

/** A value of the address as it was written: `tag=2026` is read as a number. */
const text = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined
const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined
const flag = (value: unknown): 'true' | undefined => (String(value) === 'true' ? 'true' : undefined)
const oneOf =
  <T extends string | number>(all: readonly T[]) =>
  (value: unknown): T | undefined =>
    all.find((each) => each === value)
/** Only a path of ours: what another site put into the address leads nowhere. */
const ownPath = (value: unknown): string | undefined => {
  const path = text(value)
  return path?.startsWith('/console/') ? path : undefined
}

/** Reads the address: of each name what its reader understands, and nothing else. */
const reads =
  <R extends Record<string, (value: unknown) => unknown>>(readers: R) =>
  (search: Record<string, unknown>) => {
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(search[name])] as const)
    const understood = Object.fromEntries(read.filter(([, value]) => value !== undefined))
    return understood as { [K in keyof R]?: NonNullable<ReturnType<R[K]>> }
  }

const root = createRootRoute({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: reads({ to: ownPath, tenant: text, error: text }),
  component: SignIn,
})
const welcome = createRoute({ getParentRoute: () => root, path: 'welcome', component: () => <Welcome link="setup" /> })
const invite = createRoute({ getParentRoute: () => root, path: 'invite', component: () => <Welcome link="invite" /> })
const reset = createRoute({ getParentRoute: () => root, path: 'reset', component: () => <Welcome link="reset" /> })

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  async beforeLoad({ location }) {
    const [session] = await Promise.all([queryClient.ensureQueryData(sessionQuery), readLocalDrafts(), outbox.read()])
    if (!session) throw redirect({ to: '/sign-in', search: { to: `/console${location.href}` } })
    await readPreferences(session.agent.id)
  },
  component: Frame,
})
const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox/$view', params: { view: 'queue' } })
  },
})
/** What is open and what is searched for stand in the address, so that Back, reload and a sent link work. */
const inbox = createRoute({
  getParentRoute: () => frame,
  path: 'inbox/$view',
  validateSearch: reads({ c: text, q: text, status: text, channel: text, assignee: text, tag: text }),
  component: Inbox,
})
const sourceTypes = ['file', 'url', 'manual'] as const
const sourceStatuses = ['Processing', 'Ready', 'Failed'] as const
/** All but the inbox load when they are opened. */
const knowledge = createRoute({
  getParentRoute: () => frame,
  path: 'knowledge',
  validateSearch: reads({ q: text, type: oneOf(sourceTypes), status: oneOf(sourceStatuses), tag: text }),
  component: lazyRouteComponent(() => import('../screens/knowledge/knowledge.tsx'), 'Knowledge'),
})

const sourceTabs = ['page', 'text', 'chunks', 'versions', 'crawl', 'usage'] as const
/** `v` is a version, whose text is shown with a `quote`, or the characters `at`, marked. */
const source = createRoute({
  getParentRoute: () => knowledge,
  path: '$source',
  validateSearch: reads({ tab: oneOf(sourceTabs), v: positive, quote: text, at: text }),
  component: lazyRouteComponent(() => import('../screens/knowledge/source-drawer.tsx'), 'SourceDrawer'),
})
const duplicates = createRoute({
  getParentRoute: () => knowledge,
  path: 'duplicates',
  component: lazyRouteComponent(() => import('../screens/knowledge/duplicates.tsx'), 'Duplicates'),
})

/** `edit` is a policy that is open, or `new`. */
const policies = createRoute({
  getParentRoute: () => frame,
  path: 'policies',
  validateSearch: reads({ edit: text }),
  component: lazyRouteComponent(() => import('../screens/policies/policies.tsx'), 'Policies'),
})

const notifications = createRoute({
  getParentRoute: () => frame,
  path: 'notifications',
  component: lazyRouteComponent(() => import('../screens/notifications/notifications.tsx'), 'Notifications'),
})

const testingTabs = ['ask', 'compare', 'suites'] as const
const loadTesting = () => import('../screens/simulation/testing.tsx')
const testing = createRoute({
  getParentRoute: () => frame,
  path: 'testing',
  validateSearch: reads({ tab: oneOf(testingTabs), q: text }),
  component: lazyRouteComponent(loadTesting, 'Testing'),
})
const testingSuite = createRoute({
  getParentRoute: () => frame,
  path: 'testing/suites/$suite',
  validateSearch: reads({ run: text }),
  component: lazyRouteComponent(loadTesting, 'TestingSuite'),
})

const rehearsalVerdicts = ['worse', 'better', 'changed', 'same'] as const
const loadRehearsals = () => import('../screens/rehearsals/rehearsals.tsx')
const rehearsals = createRoute({
  getParentRoute: () => frame,
  path: 'testing/rehearsals',
  validateSearch: reads({ start: flag, source: text, version: positive }),
  component: lazyRouteComponent(loadRehearsals, 'Rehearsals'),
})
const rehearsal = createRoute({
  getParentRoute: () => frame,
  path: 'testing/rehearsals/$rehearsal',
  validateSearch: reads({ verdict: oneOf(rehearsalVerdicts), result: positive }),
  component: lazyRouteComponent(loadRehearsals, 'RehearsalPage'),
})

const contacts = createRoute({
  getParentRoute: () => frame,
  path: 'contacts',
  validateSearch: reads({ q: text, tag: text, blocked: flag }),
  component: lazyRouteComponent(() => import('../screens/contacts/contacts.tsx'), 'Contacts'),
})
const contact = createRoute({
  getParentRoute: () => frame,
  path: 'contacts/$contact',
  component: lazyRouteComponent(() => import('../screens/contacts/contact-page.tsx'), 'ContactPage'),
})
const contactImport = createRoute({
  getParentRoute: () => frame,
  path: 'contacts/import',
  component: lazyRouteComponent(() => import('../screens/contacts/import-contacts.tsx'), 'ImportContacts'),
})
const contactImportReport = createRoute({
  getParentRoute: () => frame,
  path: 'contacts/import/$import',
  component: lazyRouteComponent(() => import('../screens/contacts/import-page.tsx'), 'ImportPage'),
})

const analytics = createRoute({
  getParentRoute: () => frame,
  path: 'analytics',
  validateSearch: reads({ days: oneOf(periods), by: oneOf(groupings), topics: oneOf(topicKinds) }),
  component: lazyRouteComponent(() => import('../screens/analytics/overview.tsx'), 'Overview'),
})
const analyticsRows = createRoute({
  getParentRoute: () => frame,
  path: 'analytics/rows',
  validateSearch: readRowSearch,
  component: lazyRouteComponent(() => import('../screens/analytics/rows.tsx'), 'Rows'),
})
const suggestions = createRoute({
  getParentRoute: () => frame,
  path: 'analytics/suggestions',
  validateSearch: reads({ state: oneOf(suggestionStatuses) }),
  component: lazyRouteComponent(() => import('../screens/analytics/suggestions.tsx'), 'Suggestions'),
})
const log = createRoute({
  getParentRoute: () => frame,
  path: 'analytics/log',
  validateSearch: reads({ kind: oneOf(logKinds) }),
  component: lazyRouteComponent(() => import('../screens/analytics/log.tsx'), 'Log'),
})

const settingsHome = createRoute({
  getParentRoute: () => frame,
  path: 'settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'profile' } })
  },
})
/** `open` is the record of a list whose fields are shown, `part` one of its pages, `lang` the language of its texts. */
const settings = createRoute({
  getParentRoute: () => frame,
  path: 'settings/$section',
  validateSearch: reads({ open: text, part: text, lang: text }),
  component: lazyRouteComponent(() => import('../screens/settings/settings.tsx'), 'Settings'),
})

const routeTree = root.addChildren([
  signIn,
  welcome,
  invite,
  reset,
  frame.addChildren([
    home,
    inbox,
    notifications,
    knowledge.addChildren([source, duplicates]),
    policies,
    testing,
    testingSuite,
    rehearsals,
    rehearsal,
    contacts,
    contact,
    contactImport,
    contactImportReport,
    analytics,
    analyticsRows,
    suggestions,
    log,
    settingsHome,
    settings,
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: false,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
