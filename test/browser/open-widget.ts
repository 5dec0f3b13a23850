import { type Frontdesk, newTenant, type StartOptions, startFrontdesk } from '@frontdesk/testing'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Member, noServers, serversOf, startDistributed } from '../processes/start-distributed.ts'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { type SitePage, startSite } from './host-site.ts'
import { launchBrowser, newContext, noBrowser, usualContext } from './launch-browser.ts'
import { type PageWatch, watchPage } from './watch-page.ts'
import { noWidget } from './widget-files.ts'

const adminToken = 'an-admin-token-of-the-browser'

export type OpenedWidget = Pick<PageWatch, 'expectFault'> & {
  page: Page
  browser: BrowserContext
  /** The tenant's API with an admin key. */
  api: ApiClient
  baseUrl: string
  widget: { id: string; secret: string }
  /** Requests to the API that the pages of this browser have sent: method and path. */
  requests: string[]
  /** Opens another tab of the same browser on the same page. */
  openTab(): Promise<Page>
  /** The launcher of a page. */
  launcher(page?: Page): ReturnType<Page['getByRole']>
  site: Awaited<ReturnType<typeof startSite>>
  /** Not on servers. */
  clock: Frontdesk['clock']
  /** The processes on servers. */
  members: Member[]
}

type OpenOptions = {
  /** Settings of the widget. */
  settings?: Record<string, unknown>
  site?: Omit<SitePage, 'widget'>
  browser?: BrowserContextOptions
  /** Opens the page of the widget on the platform instead of a site. */
  asPage?: boolean
}

const usual: BrowserContextOptions = { ...usualContext, viewport: { width: 1280, height: 860 } }

type Options = Pick<StartOptions, 'env' | 'model'> & {
  /** On the servers that the environment names, in these processes; without servers the tests are skipped. */
  processes?: string[][]
}
/** The clock is that of tests where all is one process; `members` are the processes of several. */
type Platform = { url: string; clock?: Frontdesk['clock']; members: Member[]; stop(): Promise<void> }

async function startPlatform({ processes, ...options }: Options): Promise<Platform> {
  const env = { ADMIN_TOKEN: adminToken, ...options.env }
  if (!processes) return { ...(await startFrontdesk({ ...options, env })), members: [] }
  const { gateways, members, stop } = await startDistributed({ servers: serversOf()!, processes, env })
  return { url: gateways[0]!, members, stop }
}

/**
 * A Frontdesk, a site of another origin and a browser for all tests of a file. `open` creates a tenant with a widget, and
 * opens a page of the site that embeds it. A test fails if one of its pages did something that no page may do.
 */
export function useWidget(options: Options = {}) {
  const isLeftOut = options.processes ? noServers : undefined
  let platform: Platform | undefined
  let site: Awaited<ReturnType<typeof startSite>> | undefined
  let launched: Browser | undefined
  let contexts: BrowserContext[] = []
  let watches: PageWatch[] = []
  let opened = 0

  beforeEach((context) => {
    if (noBrowser) context.skip(noBrowser)
    if (noWidget) context.skip(noWidget)
    if (isLeftOut) context.skip(isLeftOut)
  })
  beforeAll(async () => {
    if (noBrowser || noWidget || isLeftOut) return
    platform = await startPlatform(options)
    site = await startSite(platform.url)
    launched = await launchBrowser()
  })
  afterEach(async () => {
    const faults = watches.flatMap((watch) => watch.faults())
    const open = contexts
    watches = []
    contexts = []
    await Promise.all(open.map((context) => context.close()))
    expect(faults, 'faults of the pages').toEqual([])
  })
  afterAll(async () => {
    await launched?.close()
    await site?.stop()
    await platform?.stop()
  })

  async function open({
    settings = {},
    site: more = {},
    browser = {},
    asPage,
  }: OpenOptions = {}): Promise<OpenedWidget> {
    const { url: baseUrl, clock, members } = platform!
    const { apiKey } = await newTenant(baseUrl, adminToken, `Shop ${opened + 1}`)
    const api = apiClient(baseUrl, apiKey)
    const made = await api.post('/api/widgets', { name: 'Shop', allowedOrigins: [site!.origin], ...settings })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { id, secret } = made.body
    const address = asPage ? `${baseUrl}/chat/${id}` : site!.add(`/${++opened}`, { widget: id, ...more })
    const context = await newContext(launched!, { ...usual, ...browser })
    contexts.push(context)
    const expected: RegExp[] = []
    const requests: string[] = []

    async function openTab(): Promise<Page> {
      const page = await context.newPage()
      const watch = await watchPage(page, baseUrl, site!.origin)
      for (const pattern of expected) watch.expectFault(pattern)
      watches.push(watch)
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}`)
      })
      // The widget's shadow root is closed, to the site and to tests alike.
      await page.addInitScript(() => {
        const { attachShadow } = Element.prototype
        Element.prototype.attachShadow = function (init) {
          return attachShadow.call(this, { ...init, mode: 'open' })
        }
      })
      await page.goto(address)
      return page
    }
    const page = await openTab()
    return {
      page,
      browser: context,
      api,
      baseUrl,
      widget: { id, secret },
      requests,
      clock: clock!,
      site: site!,
      members,
      openTab,
      launcher: (of = page) => of.locator('frontdesk-widget').getByRole('button').first(),
      expectFault(pattern) {
        expected.push(pattern)
        for (const watch of watches) watch.expectFault(pattern)
      },
    }
  }
  return { open }
}
