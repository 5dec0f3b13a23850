import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { logKinds } from '../screens/analytics/log-kinds.ts'
import {
  type Grouping,
  groupings,
  type Period,
  periods,
  type TopicKind,
  topicKinds,
} from '../screens/analytics/period.ts'
import { readRowSearch } from '../screens/analytics/row-search.ts'
import { suggestionStatuses } from '../screens/analytics/suggestion-statuses.ts'
import { Frame } from '../screens/frame/frame.tsx'
import { Inbox } from '../screens/inbox/inbox.tsx'
import { filterNames, type InboxSearch } from '../screens/inbox/views/conversation-filter.ts'
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

const root = createRootRoute({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  // Only a path of ours: what another site put into the address leads nowhere.
  validateSearch: ({
    to,
    tenant,
    error,
  }: Record<string, unknown>): { to?: string; tenant?: string; error?: string } => {
    const path = text(to)
    const [named, code] = [text(tenant), text(error)]
    return {
      ...(path?.startsWith('/console/') && { to: path }),
      ...(named && { tenant: named }),
      ...(code && { error: code }),
    }
  },
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
  validateSearch: (search: Record<string, unknown>): InboxSearch => {
    const named = (['c', 'q', ...filterNames] as const).map((name) => [name, text(search[name])])
    return Object.fromEntries(named.filter(([, value]) => value !== undefined))
  },
  component: Inbox,
})
const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined => all.find((each) => each === value)

const sourceTypes = ['file', 'url', 'manual'] as const
const sourceStatuses = ['Processing', 'Ready', 'Failed'] as const
type SourceFilters = {
  q?: string
  type?: (typeof sourceTypes)[number]
  status?: (typeof sourceStatuses)[number]
  tag?: string
}
/** All but the inbox load when they are opened. */
const knowledge = createRoute({
  getParentRoute: () => frame,
  path: 'knowledge',
  validateSearch: (search: Record<string, unknown>): SourceFilters => {
    const [q, tag] = [text(search.q), text(search.tag)]
    const [type, status] = [oneOf(sourceTypes, search.type), oneOf(sourceStatuses, search.status)]
    return { ...(q && { q }), ...(type && { type }), ...(status && { status }), ...(tag && { tag }) }
  },
  component: lazyRouteComponent(() => import('../screens/knowledge/knowledge.tsx'), 'Knowledge'),
})

const sourceTabs = ['page', 'text', 'chunks', 'versions', 'crawl', 'usage'] as const
type OpenSource = { tab?: (typeof sourceTabs)[number]; v?: number; quote?: string; at?: string }
/** `v` is a version, whose text is shown with a `quote`, or the characters `at`, marked. */
const source = createRoute({
  getParentRoute: () => knowledge,
  path: '$source',
  validateSearch: (search: Record<string, unknown>): OpenSource => {
    const [tab, quote, at] = [oneOf(sourceTabs, search.tab), text(search.quote), text(search.at)]
    const v = Number.isInteger(search.v) ? (search.v as number) : undefined
    return { ...(tab && { tab }), ...(v && { v }), ...(quote && { quote }), ...(at && { at }) }
  },
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
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: string } => {
    const policy = text(edit)
    return { ...(policy && { edit: policy }) }
  },
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
  validateSearch: ({ tab, q }: Record<string, unknown>): { tab?: (typeof testingTabs)[number]; q?: string } => {
    const [named, question] = [oneOf(testingTabs, tab), text(q)]
    return { ...(named && { tab: named }), ...(question && { q: question }) }
  },
  component: lazyRouteComponent(loadTesting, 'Testing'),
})
const testingSuite = createRoute({
  getParentRoute: () => frame,
  path: 'testing/suites/$suite',
  validateSearch: ({ run }: Record<string, unknown>): { run?: string } => {
    const shown = text(run)
    return { ...(shown && { run: shown }) }
  },
  component: lazyRouteComponent(loadTesting, 'TestingSuite'),
})

const rehearsalVerdicts = ['worse', 'better', 'changed', 'same'] as const
const loadRehearsals = () => import('../screens/rehearsals/rehearsals.tsx')
const rehearsals = createRoute({
  getParentRoute: () => frame,
  path: 'testing/rehearsals',
  validateSearch: ({
    start,
    source,
    version,
  }: Record<string, unknown>): { start?: 'true'; source?: string; version?: number } => {
    const [sourceId, number] = [text(source), Number(version)]
    return {
      ...(String(start) === 'true' && { start: 'true' as const }),
      ...(sourceId && { source: sourceId }),
      ...(sourceId && Number.isInteger(number) && number > 0 && { version: number }),
    }
  },
  component: lazyRouteComponent(loadRehearsals, 'Rehearsals'),
})
const rehearsal = createRoute({
  getParentRoute: () => frame,
  path: 'testing/rehearsals/$rehearsal',
  validateSearch: ({
    verdict,
    result,
  }: Record<string, unknown>): { verdict?: (typeof rehearsalVerdicts)[number]; result?: number } => {
    const [shown, position] = [oneOf(rehearsalVerdicts, verdict), Number(result)]
    return { ...(shown && { verdict: shown }), ...(Number.isInteger(position) && position > 0 && { result: position }) }
  },
  component: lazyRouteComponent(loadRehearsals, 'RehearsalPage'),
})

const contacts = createRoute({
  getParentRoute: () => frame,
  path: 'contacts',
  validateSearch: ({ q, tag, blocked }: Record<string, unknown>): { q?: string; tag?: string; blocked?: 'true' } => {
    const [words, tagged] = [text(q), text(tag)]
    return {
      ...(words && { q: words }),
      ...(tagged && { tag: tagged }),
      ...(String(blocked) === 'true' && { blocked: 'true' as const }),
    }
  },
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
  validateSearch: ({
    days,
    by,
    topics,
  }: Record<string, unknown>): { days?: Period; by?: Grouping; topics?: TopicKind } => {
    const [period, grouping] = [periods.find((each) => each === Number(days)), groupings.find((each) => each === by)]
    const kind = oneOf(topicKinds, topics)
    return { ...(period && { days: period }), ...(grouping && { by: grouping }), ...(kind && { topics: kind }) }
  },
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
  validateSearch: ({ state }: Record<string, unknown>): { state?: (typeof suggestionStatuses)[number] } => {
    const shown = suggestionStatuses.find((each) => each === state)
    return { ...(shown && { state: shown }) }
  },
  component: lazyRouteComponent(() => import('../screens/analytics/suggestions.tsx'), 'Suggestions'),
})
const log = createRoute({
  getParentRoute: () => frame,
  path: 'analytics/log',
  validateSearch: ({ kind }: Record<string, unknown>): { kind?: (typeof logKinds)[number] } => {
    const shown = logKinds.find((each) => each === kind)
    return { ...(shown && { kind: shown }) }
  },
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
  validateSearch: (search: Record<string, unknown>): { open?: string; part?: string; lang?: string } => {
    const [open, part, lang] = [text(search.open), text(search.part), text(search.lang)]
    return { ...(open && { open }), ...(part && { part }), ...(lang && { lang }) }
  },
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

export const router = createRouter({ routeTree, basepath: '/console', defaultPreload: false, scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
