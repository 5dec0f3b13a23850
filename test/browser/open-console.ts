import { type Frontdesk, type StartOptions, startFrontdesk } from '@frontdesk/testing'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { noServers, serversOf, startDistributed, together } from '../processes/start-distributed.ts'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { notBuilt } from './built-console.ts'
import { launchBrowser, newContext, noBrowser, usualContext } from './launch-browser.ts'
import { type PageWatch, watchPage } from './watch-page.ts'

const adminToken = 'an-admin-token-of-the-browser'
const password = 'seven blue umbrellas'

export type OpenedConsole = Pick<PageWatch, 'expectFault'> & {
  page: Page
  /** The browser's cookies and storage. */
  browser: BrowserContext
  baseUrl: string
  /** The tenant's API with an admin key, to prepare a test. */
  api: ApiClient & { tenant: string }
  /** Addresses of all gateways; on servers there are two. */
  gateways: readonly string[]
  /** Moves the platform's clock. Throws on servers, which have none to move. */
  clock: Frontdesk['clock']
  /** The tenant's first admin. */
  admin: { name: string; email: string; password: string }
  /** The link that creates the first admin; already used unless `isSetUp` is false. */
  setupUrl: string
  /** Opens another tab of the same browser, which is watched as well. */
  openTab(path?: string): Promise<Page>
  /** Opens another browser for another person, at this gateway unless told. Nobody is signed in there. */
  openBrowser(options?: BrowserContextOptions, at?: string): Promise<{ page: Page; browser: BrowserContext }>
}

type OpenOptions = {
  /** What the workspace is called; default a name that no other one has. */
  workspace?: string
  /** Below `/console/`; default the console's start. */
  path?: string
  /** Whether the tenant has its admin; default true. */
  isSetUp?: boolean
  /** Whether the admin is signed in when the page opens; default true. */
  isSignedIn?: boolean
  /** Size, language, colours and the rest of the browser. */
  browser?: BrowserContextOptions
  /** The address that the browser uses, such as a relay's; default `url()`. */
  at?: string
}

/** The size of a laptop's window. */
const usual: BrowserContextOptions = { ...usualContext, viewport: { width: 1440, height: 900 } }

async function post(baseUrl: string, path: string, body: object, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const reply = await fetch(`${baseUrl}${path}`, init)
  const json = (await reply.json()) as Record<string, any>
  if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(json)}`)
  return json
}

type Options = Pick<StartOptions, 'env' | 'model'> & {
  /** On the servers that the environment names, with every service in two processes; without them the tests are skipped. */
  onServers?: boolean
}
type Platform = { gateways: string[]; clock?: Frontdesk['clock']; stop(): Promise<void> }

async function startPlatform({ onServers = false, ...options }: Options): Promise<Platform> {
  const env = { ADMIN_TOKEN: adminToken, ...options.env }
  if (onServers) return startDistributed({ servers: serversOf()!, processes: together(2), env })
  const { url, clock, stop } = await startFrontdesk({ ...options, env })
  return { gateways: [url], clock, stop }
}

/**
 * A Frontdesk and a browser for all tests of a file. Without one its tests are skipped. `open` creates a tenant, signs
 * its first admin in with the setup link, and opens a page of the console. After each test the pages are closed, and the test
 * fails if one of them did something that no page may do (watch-page.ts).
 */
export function useConsole(options: Options = {}) {
  const isLeftOut = options.onServers ? noServers : undefined
  let platform: Platform | undefined
  let launched: Browser | undefined
  let contexts: BrowserContext[] = []
  let watches: PageWatch[] = []
  let tenants = 0

  beforeEach((context) => {
    if (noBrowser) context.skip(noBrowser)
    if (notBuilt) context.skip(notBuilt)
    if (isLeftOut) context.skip(isLeftOut)
  })
  beforeAll(async () => {
    if (noBrowser || notBuilt || isLeftOut) return
    platform = await startPlatform(options)
    launched = await launchBrowser()
  })
  afterEach(async () => {
    const faults = watches.flatMap((watch) => watch.faults())
    const opened = contexts
    watches = []
    contexts = []
    await Promise.all(opened.map((context) => context.close()))
    expect(faults, 'faults of the pages').toEqual([])
  })
  afterAll(async () => {
    await launched?.close()
    await platform?.stop()
  })

  const url = () => platform!.gateways[0]!

  async function open(options: OpenOptions = {}): Promise<OpenedConsole> {
    const { path = '', isSetUp = true, isSignedIn = true, at: baseUrl = url() } = options
    tenants++
    const { workspace: name = `Browser ${tenants}` } = options
    const made = await post(url(), '/admin/tenants', { name }, { authorization: `Bearer ${adminToken}` })
    const { tenant, apiKey } = made as { tenant: string; apiKey: string }
    const setupUrl = new URL(made.setupUrl, baseUrl).href
    const admin = { name: 'Ada Admin', email: `ada-${tenants}@example.com`, password }
    const expected: RegExp[] = []

    async function openPage(context: BrowserContext, at = baseUrl): Promise<Page> {
      const page = await context.newPage()
      const watch = await watchPage(page, at)
      for (const pattern of expected) watch.expectFault(pattern)
      watches.push(watch)
      return page
    }
    async function openBrowser(more?: BrowserContextOptions, at?: string) {
      const context = await newContext(launched!, { ...usual, ...more })
      contexts.push(context)
      return { browser: context, page: await openPage(context, at) }
    }

    const { browser, page } = await openBrowser(options.browser)
    if (isSetUp) {
      // The browser's own request, so that it gets the cookie.
      const data = { ...admin, token: new URL(setupUrl).hash.slice(1) }
      const reply = await browser.request.post(`${baseUrl}/api/setup`, { data })
      if (!reply.ok()) throw new Error(await reply.text())
    }
    if (!isSignedIn) await browser.clearCookies()
    await page.goto(`${baseUrl}/console/${path}`)
    return {
      page,
      browser,
      baseUrl,
      api: { ...apiClient(url(), apiKey), tenant },
      gateways: platform!.gateways,
      get clock() {
        if (!platform!.clock) throw new Error('On servers the clock can’t be moved.')
        return platform!.clock
      },
      admin,
      setupUrl,
      expectFault(pattern) {
        expected.push(pattern)
        for (const watch of watches) watch.expectFault(pattern)
      },
      async openTab(path = '') {
        const tab = await openPage(browser)
        await tab.goto(`${baseUrl}/console/${path}`)
        return tab
      },
      openBrowser,
    }
  }
  return { open, url }
}
