import type { Config, ProactiveMessage } from '../api/wire.ts'
import type { Host } from '../host.ts'
import { isDue, isShown } from './is-due.ts'
import { addBubble, type Words } from './message-bubble.ts'
import { openShownMessages } from './shown-messages.ts'

const pollIntervalMs = 500

/** A message in the visitor's language, in English, or in the first language that it has. */
function wordsOf({ message }: ProactiveMessage, wanted: string): Words {
  const languages = [wanted, wanted.split('-')[0]!, 'en', ...Object.keys(message)]
  const language = languages.find((each) => Object.hasOwn(message, each))!
  return { text: message[language]!, language }
}

/** Whether somebody is filling in a form of the page. */
function isFillingIn(): boolean {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement)) return false
  return activeElement.isContentEditable || activeElement.matches('input, textarea, select')
}

/** Today in the browser's zone, as YYYY-MM-DD. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/**
 * Shows a message of the site beside the launcher once its time has come: at most one on a page, none after the visitor has
 * opened the chat there or closed a message in this session, none while a form is being filled in, and none to a browser that
 * saves data.
 */
export async function offerMessages(host: Host, isKnown: boolean, open: () => void): Promise<void> {
  const launcher = host.launcher!
  const language = host.language ?? 'en'
  const shown = openShownMessages(host.widget)
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (!shown || shown.read().isDismissed || connection?.saveData) return
  const address = `${host.base}/api/widget/${host.widget}/config?lang=${encodeURIComponent(language)}`
  const reply = await fetch(address, { credentials: 'omit' })
  if (!reply.ok) return
  const { proactive: all = [], open: isOpen = true }: Config = await reply.json()
  const proactive = all.filter(({ message }) => Object.keys(message).length > 0)
  if (proactive.length === 0 || launcher.ariaExpanded === 'true') return

  const bubble = addBubble(host, launcher, language)
  let path = location.pathname
  let since = performance.now()

  function end(): void {
    clearInterval(timer)
    opening.disconnect()
    bubble.remove()
  }
  function show(message: ProactiveMessage): void {
    clearInterval(timer)
    shown!.add(message.name, today())
    const words = wordsOf(message, language)
    bubble.show(words, {
      choose() {
        host.opening = words.text
        open()
      },
      dismiss() {
        shown!.dismiss()
        end()
      },
    })
  }
  function look(): void {
    if (location.pathname !== path) {
      path = location.pathname
      since = performance.now()
    }
    if (document.hidden || host.element.hidden || launcher.hidden || isFillingIn()) return
    const secondsOnPage = (performance.now() - since) / 1_000
    const visit = { path, secondsOnPage, isReturning: isKnown, isOpen }
    const before = shown!.read()
    const next = proactive.find((message) => isDue(message, visit) && !isShown(message, before, today()))
    if (next) show(next)
  }
  // In whatever way the chat is opened.
  const opening = new MutationObserver(() => {
    if (launcher.ariaExpanded === 'true') end()
  })
  opening.observe(launcher, { attributeFilter: ['aria-expanded'] })
  const timer = setInterval(look, pollIntervalMs)
}
