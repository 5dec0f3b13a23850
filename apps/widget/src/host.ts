import type { LauncherIcon } from './loader/launcher-icons.ts'

/** What sites can listen to with `Frontdesk('on', …)`. */
export type HostEvent = 'open' | 'close' | 'message' | 'unread' | 'handover' | 'rated'

/** What `Frontdesk('identify', …)` takes. */
export type Identity = { getUserToken(): Promise<string> | string }

/** What the launcher shows. */
export type LauncherLook = { icon?: LauncherIcon; label?: string }

/** Where a panel is: over a page, in the page, or alone on a page. */
export type Placement = 'floating' | 'inline' | 'page'

/** What the loader gives to the panel. The two are built separately, so they share types and nothing else. */
export type Host = {
  /** The id of the widget, `wgt_…`. */
  widget: string
  /** The address of the gateway, without a slash at its end. */
  base: string
  placement: Placement
  /** What the site asks for with `data-language`. */
  language: string | undefined
  /** Whether messages may tell the address of the page (`data-page`). */
  tellsPage: boolean
  element: HTMLElement
  root: ShadowRoot
  /** Undefined unless the panel floats. */
  launcher: HTMLButtonElement | undefined
  identity: Identity | undefined
  /** What `Frontdesk('context', …)` says, for the people who answer. */
  context: Record<string, unknown> | undefined
  /** The message of the site that was clicked; the panel greets with it. */
  opening?: string
  emit(event: HostEvent, detail?: unknown): void
  /** Shows how many messages are unread, on the launcher. */
  setUnread(count: number): void
  setLook(look: LauncherLook): void
  /** Tells the launcher that the panel is open or closed; the next page of this tab opens it again. */
  setOpen(isOpen: boolean): void
  /** Shows a part above the page. False where that is left to its `z-index`. Loaders of earlier versions have none. */
  toTopLayer?(part: HTMLElement): boolean
}

/** What the panel gives to the loader. */
export type Panel = {
  open(): void
  /** The panel was open on the page before: opens it without taking the focus. */
  reopen(): void
  close(): void
  toggle(): void
  ask(message: string): void
  /** The identity or the context of the host has changed. */
  refresh(): void
  logout(): Promise<void>
}

/** What the module `panel.js` exports. */
export type PanelModule = { createPanel(host: Host): Panel }

/** What the module `proactive.js` exports. `isKnown`: this browser has written to the widget before. */
export type ProactiveModule = { offerMessages(host: Host, isKnown: boolean, open: () => void): Promise<void> }
