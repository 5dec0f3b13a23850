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
type Frontdesk = { (...args: Arguments): void; q?: Arguments[]; isLoaded?: true }

const script = document.currentScript as HTMLScriptElement
const base = script.src.replace(/\/widget\.js([?#].*)?$/, '')
const { dataset } = script
const listeners: [event: string, listener: (detail: unknown) => void][] = []
/** Calls that wait for the page's content. */
let waiting: Arguments[] | undefined
const panels: { host: Host; load(): Promise<Panel> }[] = []
let identity: Identity | undefined
let context: Record<string, unknown> | undefined

/** The page's language, unless the site asks for another one. */
const language = () => dataset.language || document.documentElement.lang || navigator.language || 'en'

const importFile = (name: string) => import(/* @vite-ignore */ `${base}/widget/${name}`)

/** After an upgrade of the platform the hashed file may be gone; the address without a hash has the present one. */
const importPanel = (): Promise<PanelModule> => importFile(import.meta.env.PANEL).catch(() => importFile('panel.js'))

/** Runs the work; undefined where the browser refuses its storage. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

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
    ...(launcher && { launcher: launcher.button }),
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
  const load = () => {
    loading ??= importPanel().then(({ createPanel }) => createPanel(host))
    // The next tap tries again.
    loading.catch(() => (loading = undefined))
    return loading
  }
  panels.push({ host, load })
  if (!launcher) return void load()

  const { button } = launcher
  document.body.append(element)
  const raise = () => toTopLayer(button, element)
  raise()
  // The page's styles may come after this script.
  addEventListener('load', raise)
  document.addEventListener('fullscreenchange', () => document.fullscreenElement?.contains(element) && raise())
  element.style.setProperty('--widget-accent', dataset.accent ?? '')
  element.style.setProperty('--widget-on-accent', dataset.onAccent ?? '')
  // Before the settings are read, which is when somebody opens the panel.
  button.hidden = dataset.launcher === 'hidden'
  element.setAttribute('side', dataset.position ?? '')
  const prepare = () => void load().catch(() => {})
  button.addEventListener('pointerenter', prepare, { once: true })
  button.addEventListener('focus', prepare, { once: true })
  button.addEventListener('click', () => run('toggle'))
  const whenIdle = window.requestIdleCallback ?? setTimeout
  const known = isKnown(widget)
  if (attempt(() => sessionStorage.getItem(openKey)))
    whenIdle(() =>
      load().then(
        (panel) => panel.reopen(),
        () => {},
      ),
    )
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
  const [panel] = panels
  const withPanel = (use: (panel: Panel) => unknown) => void panel?.load().then(use, () => {})
  const refresh = () => {
    if (panel && (isKnown(panel.host.widget) || panel.host.placement !== 'floating')) withPanel((one) => one.refresh())
  }
  if (command === 'on') listeners.push([first as string, second as (detail: unknown) => void])
  else if (/^(open|close|toggle|ask)$/.test(command))
    withPanel((one) => one[command as 'open' | 'close' | 'toggle' | 'ask'](`${first}`))
  else if (command === 'hide' || command === 'show') {
    if (panel) panel.host.element.hidden = command === 'hide'
  } else if (command === 'identify') {
    identity = first as Identity
    refresh()
  } else if (command === 'context') {
    context = { ...context, ...(first as object) }
    refresh()
  } else if (command === 'logout') {
    identity = context = undefined
    if (panel && isKnown(panel.host.widget)) withPanel((one) => one.logout())
  } else console.warn(`Frontdesk: no command ${command}`)
}

function start(): void {
  if (dataset.widget) {
    const element = document.createElement('frontdesk-widget')
    addPanel(element, dataset.widget, 'floating')
  }
  for (const element of document.querySelectorAll<HTMLElement>('frontdesk-chat')) {
    const widget = element.getAttribute('widget') ?? location.pathname.split('/').pop()!
    addPanel(element, widget, element.hasAttribute('page') ? 'page' : 'inline')
  }
  const calls = waiting ?? []
  waiting = undefined
  for (const args of calls) run(...args)
}

const global = window as unknown as { Frontdesk?: Frontdesk }
// Once, even if a page has the script twice.
if (!global.Frontdesk?.isLoaded) {
  waiting = global.Frontdesk?.q ?? []
  global.Frontdesk = Object.assign(run, { isLoaded: true } as const)
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
}
