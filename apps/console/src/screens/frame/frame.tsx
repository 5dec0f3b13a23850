import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { client } from '../../app/client.ts'
import { countUnsavedDrafts, forgetDrafts } from '../../app/drafts.ts'
import { setChosenKeys, setSingleKeys, useKeys } from '../../app/keys.ts'
import { useLanguage } from '../../app/language.tsx'
import { outbox } from '../../app/outbox.ts'
import { changePreferences, followPreferences, usePreferences } from '../../app/preferences.ts'
import { queryClient, sessionEvents } from '../../app/query-client.ts'
import { useSession } from '../../app/session.ts'
import type { Theme } from '../../app/theme.ts'
import { useLiveLog } from '../../app/use-live.ts'
import { useOutbox, useSending } from '../../app/use-outbox.ts'
import { usePanel } from '../../app/use-panel.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { ConfirmDialog } from '../../components/form-dialog/form-dialog.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { useCountAgain } from '../inbox/views/use-counts.ts'
import { useSavedViews } from '../inbox/views/use-views.ts'
import { useAlerts } from '../notifications/use-alerts.ts'
import { SignInForm } from '../sign-in/sign-in-form.tsx'
import { CommandMenu } from './command-menu.tsx'
import styles from './frame.module.css'
import { NavigationMenu, useScreens } from './navigation-menu.tsx'
import { NoticeBar } from './notice-bar.tsx'
import { moveToRegion } from './regions.ts'
import { useTitleCount } from './use-title-count.ts'

/** Few look at it: it is loaded when somebody does. */
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then((loaded) => ({ default: loaded.ShortcutSheet })))

const viewsWithoutKeys = ['unassigned', 'ai', 'snoozed', 'resolved'] as const
const themes: Theme[] = ['system', 'light', 'dark']
/** What stands around every screen: navigation, whether it is live, the command menu, and signing in again. */
export function Frame() {
  const { language, messages } = useLanguage()
  const session = useSession()
  const navigate = useNavigate()
  const live = useLiveLog()
  const screens = useScreens().flatMap((group) => group.screens)
  const saved = useSavedViews()
  const panel = usePanel('navigation', '(min-width: 721px)')
  useCountAgain()
  useAlerts()
  useTitleCount()
  const preferences = usePreferences()
  const hasSingleKeys = preferences.shortcuts !== false
  const holdsReplies = preferences.holdReplies === true
  useEffect(() => setSingleKeys(hasSingleKeys), [hasSingleKeys])
  useEffect(() => setChosenKeys(preferences.shortcutKeys ?? {}), [preferences.shortcutKeys])
  useEffect(() => {
    const controller = new AbortController()
    followPreferences(session.agent.id, controller.signal)
    return () => controller.abort()
  }, [session.agent.id])
  const [open, setOpen] = useState<'commands' | 'shortcuts' | 'sign-in' | 'sign-out'>()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says that another screen is open
  useEffect(() => panel.uncover(), [path])
  useEffect(() => {
    const ask = () => setOpen('sign-in')
    sessionEvents.addEventListener('signed-out', ask)
    return () => sessionEvents.removeEventListener('signed-out', ask)
  }, [])

  const goTo = (view: string) => () => void navigate({ to: '/inbox/$view', params: { view } })
  useKeys({
    command: () => setOpen('commands'),
    help: () => setOpen('shortcuts'),
    nextRegion: () => moveToRegion(1),
    previousRegion: () => moveToRegion(-1),
    toggleNavigation: panel.toggle,
    goQueue: goTo('queue'),
    goMine: goTo('mine'),
    goAll: goTo('all'),
    goNotifications: () => void navigate({ to: '/notifications' }),
    ...Object.fromEntries(screens.map(({ to, shortcut }) => [shortcut, () => void navigate({ to })])),
  })
  const unsent = useOutbox(session.agent.id)
  useSending(session.agent.id)
  const unsavedDrafts = () => countUnsavedDrafts(session.agent.id)
  const askSignOut = () => (unsent.length > 0 || unsavedDrafts() > 0 ? setOpen('sign-out') : void signOut())
  const signOut = async () => {
    await Promise.all(unsent.map(({ clientId }) => outbox.forget(clientId)))
    await client.delete('/api/session').catch(() => {})
    await forgetDrafts(session.agent.id)
    // A page of its own: nothing of this session stays in memory.
    location.assign('/console/sign-in')
  }
  /** What no shortcut does. */
  const commands = [
    ...viewsWithoutKeys.map((view) => ({ name: messages.command.goTo(messages.views[view]), run: goTo(view) })),
    ...saved.map(({ id, name }) => ({ name: messages.command.goTo(name), run: goTo(id) })),
    ...themes.map((each) => ({ name: messages.nav.theme[each], run: () => void changePreferences({ theme: each }) })),
    {
      name: language === 'sv' ? 'English' : 'Svenska',
      run: () => void changePreferences({ language: language === 'sv' ? 'en' : 'sv' }),
    },
    {
      name: holdsReplies ? messages.nav.holdOff : messages.nav.holdOn,
      run: () => void changePreferences({ holdReplies: !holdsReplies }),
    },
    {
      name: hasSingleKeys ? messages.nav.singleKeysOff : messages.nav.singleKeysOn,
      run: () => void changePreferences({ shortcuts: !hasSingleKeys }),
    },
    { name: messages.signIn.signOut, run: askSignOut },
  ]

  return (
    <div className={styles.frame} data-nav={panel.isOpen ? 'open' : 'closed'}>
      <nav id="navigation" className={styles.nav} aria-label={messages.nav.label}>
        <NavigationMenu onCommands={() => setOpen('commands')} />
        <div className={styles.foot}>
          <p role="status" data-live={live.is}>
            {live.is === 'live' ? messages.nav.live : live.is === 'connecting' ? messages.nav.connecting : ''}
          </p>
          <p>{session.agent.name}</p>
          <Button look="quiet" onClick={askSignOut}>
            {messages.signIn.signOut}
          </Button>
        </div>
      </nav>
      <div className={styles.screen}>
        <header className={styles.bar}>
          <Button
            look="quiet"
            aria-label={messages.nav.label}
            aria-expanded={panel.isOpen}
            aria-controls="navigation"
            onClick={panel.toggle}
          >
            <Icon name="menu" />
          </Button>
          {session.tenant.name}
        </header>
        {live.is === 'offline' && (
          <p role="alert" className={styles.offline}>
            {messages.nav.offlineSince(new Date(live.since).toLocaleTimeString(language, { timeStyle: 'short' }))}
          </p>
        )}
        <Outlet />
      </div>
      <NoticeBar />
      {open === 'commands' && <CommandMenu commands={commands} onClose={() => setOpen(undefined)} />}
      {open === 'shortcuts' && (
        <Suspense>
          <ShortcutSheet onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
      {open === 'sign-out' && (
        <ConfirmDialog
          title={unsent.length > 0 ? messages.signIn.unsent(unsent.length) : messages.signIn.unsaved(unsavedDrafts())}
          text={messages.signIn.unsentText}
          confirm={messages.signIn.discard}
          onConfirm={signOut}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'sign-in' && (
        <Dialog title={messages.signIn.title}>
          <p>{messages.signIn.expired}</p>
          <SignInForm
            onDone={() => {
              setOpen(undefined)
              void queryClient.invalidateQueries()
            }}
          />
        </Dialog>
      )}
    </div>
  )
}
