import type { Host } from '../host.ts'
import styles from './proactive.css?inline'

/** Names of the button that closes a message. */
const closeNames: Record<string, string> = {
  en: 'Close message',
  sv: 'Stäng meddelandet',
  de: 'Nachricht schließen',
  ar: 'إغلاق الرسالة',
}

export type Words = { text: string; language: string }
type Bubble = {
  show(words: Words, on: { choose(): void; dismiss(): void }): void
  remove(): void
}

/** Adds the place of a message beside the launcher, empty, so that assistive technology hears of a message when it comes. */
export function addBubble(
  { root, toTopLayer }: Pick<Host, 'root' | 'toTopLayer'>,
  launcher: HTMLElement,
  language: string,
): Bubble {
  const region = document.createElement('div')
  region.className = 'proactive'
  region.setAttribute('role', 'status')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets.push(sheet)
  root.append(region)
  toTopLayer?.(region)

  function addButton(className: string, text: string, onClick: () => void): HTMLButtonElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = className
    button.textContent = text
    button.addEventListener('click', onClick)
    region.append(button)
    return button
  }
  return {
    show({ text, language: ofText }, { choose, dismiss }) {
      const words = addButton('words', text, choose)
      words.dir = 'auto'
      words.lang = ofText
      const close = addButton('close', '×', dismiss)
      close.setAttribute('aria-label', closeNames[language.slice(0, 2)] ?? closeNames.en!)
      region.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') dismiss()
      })
    },
    remove() {
      if (region.contains(root.activeElement)) launcher.focus()
      region.remove()
    },
  }
}
