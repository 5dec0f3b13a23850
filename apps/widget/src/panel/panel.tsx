import { createRef, render } from 'preact'
import type { ApiError } from '../api/api-error.ts'
import { type Chat, makeChat } from '../chat/make-chat.ts'
import type { Host, Panel } from '../host.ts'
import { chooseLanguage, isRightToLeft, loadTexts, withOwnTexts } from '../texts/choose-texts.ts'
import { adoptStyles } from '../views/adopt-styles.ts'
import { App } from '../views/app.tsx'
import { loadExtras } from '../views/use-extra.ts'

/** Narrower windows show the panel on the whole screen. */
const narrow = '(width <= 480px)'

/** What the widget's settings say of colours and shape; custom properties of the page come before them (styles.css). */
function applyTheme(
  { element, launcher, setLook }: Host,
  frame: HTMLElement,
  { config }: ReturnType<Chat['store']['get']>,
): void {
  const { accent, onAccent, radius, position, scheme } = config?.theme ?? {}
  const { style } = element
  if (accent) style.setProperty('--widget-accent', accent)
  if (onAccent) style.setProperty('--widget-on-accent', onAccent)
  if (radius !== undefined) style.setProperty('--widget-radius', `${radius}px`)
  if (position === 'start') element.setAttribute('side', 'start')
  if (scheme) frame.classList.add(scheme)
  if (config?.launcher) setLook(config.launcher)
  if (launcher && config?.launcher?.hidden) launcher.hidden = true
}

/** Panels in the page. */
const inlinePanels: { host: Host; frame: HTMLElement; panel: Panel }[] = []

/**
 * A page that draws itself anew, as applications do, has a new element for a panel that it had before. The panel goes on
 * there, so that nothing of it is left behind.
 */
function goOnIn(next: Host): Panel | undefined {
  const before = inlinePanels.find(({ host }) => host.widget === next.widget && !host.element.isConnected)
  if (!before) return undefined
  const { host, frame, panel } = before
  next.root.adoptedStyleSheets = host.root.adoptedStyleSheets
  next.element.style.cssText += host.element.style.cssText
  next.root.append(frame)
  host.element = next.element
  host.root = next.root
  return panel
}

/** Makes the panel of a host. It asks the API for nothing before it is opened, unless the visitor has been here before. */
export function createPanel(host: Host): Panel {
  const { placement, root, launcher } = host
  const known = placement === 'inline' && goOnIn(host)
  if (known) return known
  const isFloating = placement === 'floating'
  const frame: HTMLElement = document.createElement(isFloating ? 'dialog' : 'section')
  const field = createRef<HTMLTextAreaElement>()
  const language = chooseLanguage([host.language, navigator.language])
  const isNarrow = matchMedia(narrow)
  let isShown = !isFloating
  let isConfigured = false
  let keptUntil = 0

  frame.className = `panel ${placement}${isFloating ? ' off' : ''}`
  frame.lang = language
  frame.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  root.append(frame)
  if (placement === 'page') document.documentElement.lang = language

  // Files of their own, which load side by side with this one's start.
  const ready = Promise.all([loadTexts(language), import('./styles.css?inline')]).then(([texts, styles]) => {
    adoptStyles(root, styles.default)
    const chat = makeChat(host, texts, {
      later: () => import('../extras/extras.ts'),
      news: () => import('../chat/follow-news.ts'),
    })
    chat.store.listen(() => {
      const { access, texts } = chat.store.get()
      frame.setAttribute('aria-label', texts.title)
      if (access === 'open') applyTheme(host, frame, chat.store.get())
    })
    frame.setAttribute('aria-label', texts.title)
    applyTheme(host, frame, chat.store.get())
    render(<App chat={chat} field={field} close={isFloating ? close : undefined} />, frame)
    if (!isShown && chat.session.token() !== undefined) void chat.start()
    return chat
  })

  async function configure(chat: Chat): Promise<void> {
    if (isConfigured) return
    isConfigured = true
    try {
      const { texts } = await chat.loadConfig(language)
      const own = host.opening ? { ...texts, greeting: host.opening } : texts
      chat.store.set({ texts: withOwnTexts(chat.store.get().texts, own) })
    } catch (error) {
      isConfigured = false
      // It was removed, or is turned off.
      if ((error as ApiError).status === 404) chat.store.set({ access: 'refused' })
      else chat.refuse(error)
    }
  }

  function hideFrame(): void {
    const dialog = frame as HTMLDialogElement
    if (dialog.open) dialog.close()
    else if (dialog.popover) dialog.hidePopover()
  }
  /**
   * On a narrow screen the panel is a modal dialog: the browser keeps focus in it, and the page behind is inert. Over an
   * element that fills the screen too, because all but that element and modal dialogs is inert then. `quietly`: the focus
   * stays where it is in the page.
   */
  function showFrame(quietly = false): void {
    hideFrame()
    const dialog = frame as HTMLDialogElement
    frame.classList.toggle('full', isNarrow.matches)
    frame.classList.remove('off')
    if (isNarrow.matches) void import('./fit-viewport.ts').then(({ fitViewport }) => fitViewport(frame))
    if (isNarrow.matches || document.fullscreenElement?.contains(host.element) === false) {
      dialog.showModal()
      return
    }
    // Dialogs take the focus when they are shown, unless nothing in them can have it.
    frame.inert = quietly
    if (!host.toTopLayer?.(frame)) dialog.show()
    frame.inert = false
  }
  function open(quietly = false): void {
    if (!isFloating) field.current?.focus()
    if (isShown) return
    isShown = true
    showFrame(quietly)
    if (quietly) keptUntil = Date.now() + 1_000
    host.setOpen(true)
    host.emit('open')
    if (!quietly) field.current?.focus()
    void ready.then(async (chat) => {
      if (!isShown) return
      if (!quietly) field.current?.focus()
      chat.setOpen(true)
      await Promise.all([configure(chat), chat.start()])
    })
  }
  function close(): void {
    if (!isFloating || !isShown) return
    isShown = false
    const { activeElement } = root
    hideFrame()
    frame.classList.add('off')
    host.setOpen(false)
    if (activeElement) launcher?.focus()
    host.emit('close')
    void ready.then((chat) => chat.setOpen(false))
  }

  frame.addEventListener('keydown', (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || !isFloating) return
    event.preventDefault()
    close()
  })
  // A modal dialog's own way to close, such as the back gesture of Android.
  frame.addEventListener('cancel', (event) => {
    event.preventDefault()
    close()
  })
  if (isFloating) {
    // An element of the page on the whole screen would cover it.
    const showAgain = () => {
      if (!isShown) return
      const { activeElement } = root
      showFrame(true)
      // What became inert has lost the focus already.
      ;((activeElement as HTMLElement | null) ?? (document.fullscreenElement && field.current))?.focus()
    }
    isNarrow.addEventListener('change', showAgain)
    document.addEventListener('fullscreenchange', showAgain)
  } else {
    void import('./when-seen.ts').then(({ whenSeen }) =>
      whenSeen(frame, () => void ready.then((chat) => Promise.all([configure(chat), chat.start()]))),
    )
  }

  const panel: Panel = {
    open: () => open(),
    reopen: () =>
      void import('./may-reopen.ts').then(({ mayReopen }) =>
        mayReopen(isNarrow.matches) ? open(true) : host.setOpen(false),
      ),
    close,
    // Who clicks as the panel opens by itself wants it open.
    toggle: () => (isShown && Date.now() > keptUntil ? close() : open()),
    ask(message) {
      open()
      void ready.then((chat) => chat.send(message))
    },
    refresh: () => void ready.then((chat) => chat.refreshHost()),
    logout: () => ready.then(async (chat) => (await loadExtras(chat)).signOut(chat)),
  }
  if (placement === 'inline') inlinePanels.push({ host, frame, panel })
  return panel
}
