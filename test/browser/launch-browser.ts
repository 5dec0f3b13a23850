import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, firefox } from 'playwright-core'
import { findChromium, findFirefox } from './find-browser.ts'

/** The tests run in Chromium; with `TEST_BROWSER=firefox` in Firefox, which is driven by WebDriver BiDi. */
export const isFirefox = process.env.TEST_BROWSER === 'firefox'

const executablePath = isFirefox ? findFirefox() : findChromium()

/** Why tests in a browser are left out; undefined when the browser is there. */
export const noBrowser = executablePath
  ? undefined
  : isFirefox
    ? 'the pages in Firefox (no Firefox: run scripts/install-browser --firefox, or set FIREFOX_PATH)'
    : 'the console in a browser (no Chromium: run scripts/install-browser, or set CHROMIUM_PATH)'

/** What every page of the tests has unless it asks for something else. */
export const usualContext: BrowserContextOptions = { locale: 'en-GB', reducedMotion: 'reduce' }

/** No host name resolves there, so that a request to another host fails on every machine alike. */
export function launchBrowser(): Promise<Browser> {
  if (!executablePath) throw new Error(noBrowser)
  if (isFirefox) {
    // By BiDi a context can't be told how its pages move.
    const firefoxUserPrefs = { 'ui.prefersReducedMotion': 1, 'network.dns.disabled': true }
    return firefox.launch({ channel: 'moz-firefox', executablePath, firefoxUserPrefs })
  }
  const args = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--disable-dev-shm-usage']
  return chromium.launch({ executablePath, args })
}

/** A new context: cookies and storage of its own. In Firefox, text is put into fields as a paste would do it. */
export async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  // Playwright sets the field's value there, in which React sees no change.
  if (isFirefox)
    await context.addInitScript(() => {
      const insertText = (text: string) => {
        const { activeElement } = document
        if (activeElement instanceof HTMLIFrameElement) return activeElement
        document.execCommand('insertText', false, text)
        return undefined
      }
      Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insertText, set() {} })
    })
  return context
}
