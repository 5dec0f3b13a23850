import { attempt } from '../attempt.ts'
import type {
  Host,
  HostEvent,
  Identity,
  LauncherLook,
  Panel,
  PanelModule,
  Placement,
  ProactiveModule,
} from '../host.ts'
import { addLauncher, toTopLayer } from './launcher.ts'

type Arguments = [command: string, first?: unknown, second?: unknown]
type Frontdesk = { (...args: Arguments): void; q?: Arguments[]; mount?: () => void }

/** What the document has itself. As its property, an element of the page that has this name would come first. */
const ownOf = <Name extends keyof Document>(name: Name): Document[Name] =>
  Reflect.get(Document.prototype, name, document)

const script = ownOf('currentScript') as HTMLScriptElement
const base = script.src.split('/widget.js')[0]!
const { dataset } = script
const listeners: [event: string, listener: (detail: unknown) => void][] = []
/** Calls that wait for the page's content. */
let waiting: Arguments[] | undefined
/**
 * What calls go to. `withPanel` loads the panel first; where it can't, nothing happens, and the next call tries again.
 */
let panel: { host: Host; withPanel(use: (one: Panel) => unknown): void } | undefined
/** Elements that have a panel. Weak, so that what an application has removed from its page is not kept. */
const taken = new WeakSet<Element>()
/** Puts the launcher into the page, unless it is there. Set once the page has one. */
let attach: (() => void) | undefined
let identity: Identity | undefined
let context: Record<string, unknown> | undefined

/** The page's language, unless the site asks for another one. */
const language = () => dataset.language || document.documentElement.lang || navigator.language

const importFile = (name: string) => import(/* @vite-ignore */ `${base}/widget/${name}`)

/** After an upgrade of the platform the hashed file may be gone; the address without a hash has the present one. */
const importPanel = (): Promise<PanelModule> => importFile(import.meta.env.PANEL).catch(() => importFile('panel.js'))

/** Whether this browser has talked to the widget before. */
const isKnown = (widget: string) => !!attempt(() => localStorage.getItem(`frontdesk:${widget}`))

function addPanel(element: HTMLElement, widget: string, placement: Placement): void {
  /** Whether the panel is open in this tab, for its next page. */
  const openKey = `frontdesk:${widget}:open`
  const root = element.attachShadow({ mode: 'closed' })
  let loading: Promise<Panel> | undefined
  const launcher =
    placement === 'floating' ? addLauncher(root, { ...(dataset as LauncherLook), language: language() }) : undefined
  const host: Host = {
    widget,
    base,
    placement,
    // A page of ours has no language of its own.
    language: placement === 'page' ? navigator.language : language(),
    tellsPage: 'page' in dataset,
    element,
    root,
    launcher: launcher?.button,
    get identity() {
      return identity
    },
    get context() {
      return context
    },
    // In tasks of their own: what a listener of the site throws stops neither the widget nor the others.
    emit(event: HostEvent, detail) {
      for (const [wanted, listener] of listeners) if (wanted === event) setTimeout(listener, 0, detail)
    },
    setUnread: (count) => launcher?.setUnread(count),
    setLook: (look) => launcher?.setLook(look),
    setOpen(isOpen) {
      launcher?.setOpen(isOpen)
      attempt(() => sessionStorage.setItem(openKey, isOpen ? '1' : ''))
    },
    toTopLayer: (part) => toTopLayer(part, element),
  }
  const withPanel = (use: (one: Panel) => unknown) => {
    loading ??= importPanel().then(({ createPanel }) => createPanel(host))
    loading.then(use, () => (loading = undefined))
  }
  const prepare = () => withPanel(() => {})
  taken.add(element)
  panel ??= { host, withPanel }
  if (!launcher) return void prepare()

  const { button } = launcher
  const raise = () => toTopLayer(button, element)
  attach = () => {
    if (element.isConnected) return
    ownOf('body').append(element)
    raise()
  }
  attach()
  // The page's styles may come after this script.
  addEventListener('load', raise)
  document.addEventListener('fullscreenchange', () => document.fullscreenElement?.contains(element) && raise())
  element.style.setProperty('--widget-accent', dataset.accent ?? '')
  element.style.setProperty('--widget-on-accent', dataset.onAccent ?? '')
  // Before the settings are read, which is when somebody opens the panel.
  button.hidden = dataset.launcher === 'hidden'
  element.setAttribute('side', dataset.position ?? '')
  button.addEventListener('pointerenter', prepare)
  button.addEventListener('focus', prepare)
  button.addEventListener('click', () => run('toggle'))
  const whenIdle = window.requestIdleCallback ?? setTimeout
  const known = isKnown(widget)
  if (attempt(() => sessionStorage.getItem(openKey))) whenIdle(() => withPanel((one) => one.reopen()))
  else if (known) whenIdle(prepare)
  // The line says that the site has messages of its own, so that other sites load and ask for nothing.
  if ('proactive' in dataset)
    whenIdle(() =>
      importFile(import.meta.env.PROACTIVE)
        .then((module: ProactiveModule) => module.offerMessages(host, known, () => run('open')))
        // The site goes on without them.
        .catch(() => {}),
    )
}

function run(...args: Arguments): void {
  if (waiting) return void waiting.push(args)
  const [command, first, second] = args
  const refresh = () => {
    if (panel && (isKnown(panel.host.widget) || panel.host.placement !== 'floating'))
      panel.withPanel((one) => one.refresh())
  }
  if (command === 'on') listeners.push([first as string, second as (detail: unknown) => void])
  else if (/^(open|close|toggle|ask)$/.test(command)) {
    attach?.()
    panel?.withPanel((one) => one[command as 'open' | 'close' | 'toggle' | 'ask'](`${first}`))
  } else if (/^(hide|show)$/.test(command)) {
    attach?.()
    if (panel) panel.host.element.hidden = command === 'hide'
  } else if (command === 'identify') {
    identity = first as Identity
    refresh()
  } else if (command === 'context') {
    context = { ...context, ...(first as object) }
    refresh()
  } else if (command === 'logout') {
    identity = context = undefined
    if (panel && isKnown(panel.host.widget)) panel.withPanel((one) => one.logout())
  } else console.warn(`Frontdesk: no command ${command}`)
}

/** Adds what the page asks for and does not have: at first, and whenever the page runs the script again. */
function mount(): void {
  if (attach) attach()
  else if (dataset.widget) addPanel(document.createElement('frontdesk-widget'), dataset.widget, 'floating')
  for (const element of document.querySelectorAll<HTMLElement>('frontdesk-chat')) {
    if (taken.has(element)) continue
    const widget = element.getAttribute('widget') ?? location.pathname.split('/').pop()!
    addPanel(element, widget, element.hasAttribute('page') ? 'page' : 'inline')
  }
  const calls = waiting
  waiting = undefined
  for (const args of calls ?? []) run(...args)
}

const global = window as unknown as { Frontdesk?: Frontdesk }
// What the site has made. An element of the page with that id is no property of the window's own.
const made = Object.hasOwn(window, 'Frontdesk') ? global.Frontdesk : undefined
if (!made?.mount) {
  waiting = made?.q ?? []
  global.Frontdesk = Object.assign(run, { mount })
}
// Of the first script, if a page has it twice.
const add = made?.mount ?? mount
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', add)
else add()
