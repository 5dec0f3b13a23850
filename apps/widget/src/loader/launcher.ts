import type { LauncherLook } from '../host.ts'
import styles from './launcher.css?inline'
import { launcherIcons } from './launcher-icons.ts'

const namespace = 'http://www.w3.org/2000/svg'
const chevron = 'm6 9.5 6 6 6-6'

/** Names of the launcher for assistive technology, closed and open, and of its badge. */
const names: Record<string, [open: string, close: string, unread: string]> = {
  en: ['Open chat', 'Close chat', 'unread'],
  sv: ['Öppna chatten', 'Stäng chatten', 'olästa'],
  de: ['Chat öffnen', 'Chat schließen', 'ungelesen'],
  ar: ['فتح المحادثة', 'إغلاق المحادثة', 'غير مقروءة'],
}

export type Launcher = {
  button: HTMLButtonElement
  setOpen(isOpen: boolean): void
  setUnread(count: number): void
  setLook(look: LauncherLook): void
}

/** Adopts a style sheet, to which no content security policy of the site applies. */
function adoptStyles(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets.push(sheet)
}

/**
 * Puts a part of the widget over everything in the page, where no `transform`, `filter` or `overflow` of the page's elements
 * reaches it, and undoes the page's `zoom`. False where the browser can't, or where the page's CSS says with
 * `--frontdesk-z` how high it wants the widget.
 */
export function toTopLayer(part: HTMLElement, element: HTMLElement): boolean {
  part.style.zoom = `${1 / (element.currentCSSZoom ?? 1)}`
  const isPlaced = !part.showPopover || getComputedStyle(element).getPropertyValue('--frontdesk-z')
  part.popover = isPlaced ? null : 'manual'
  if (isPlaced) return false
  // What comes last is above what was there before.
  part.hidePopover()
  part.showPopover()
  return true
}

/** Adds the launcher to a shadow root. */
export function addLauncher(root: ShadowRoot, { language, ...given }: LauncherLook & { language: string }): Launcher {
  const [open, close, unread] = names[language.slice(0, 2)] ?? names.en!
  const button = document.createElement('button')
  const svg = document.createElementNS(namespace, 'svg')
  const path = document.createElementNS(namespace, 'path')
  const badge = document.createElement('span')
  const words = new Text()
  let { icon, label }: LauncherLook = given
  let isOpen = false
  let count = 0
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.ariaHidden = 'true'
  badge.className = 'badge'
  badge.ariaHidden = 'true'
  button.ariaHasPopup = 'dialog'
  svg.append(path)
  button.append(svg, words, badge)

  const draw = () => {
    button.className = label ? 'launcher labelled' : 'launcher'
    words.data = label ?? ''
    path.setAttribute('d', isOpen ? chevron : (launcherIcons[icon ?? 'chat'] ?? launcherIcons.chat))
    badge.textContent = count > 0 && !isOpen ? `${count > 99 ? '99+' : count}` : ''
    const name = label && !isOpen ? label : isOpen ? close : open
    button.ariaLabel = badge.textContent ? `${name}, ${count} ${unread}` : name
    button.ariaExpanded = `${isOpen}`
  }
  draw()
  adoptStyles(root, styles)
  root.append(button)
  return {
    button,
    setOpen(value) {
      isOpen = value
      draw()
    },
    setUnread(value) {
      count = value
      draw()
    },
    setLook(look) {
      icon = look.icon ?? icon
      label = look.label ?? label
      draw()
    },
  }
}
