import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { launchBrowser, noBrowser } from './launch-browser.ts'
import { watchPage } from './watch-page.ts'

let browser: Browser | undefined
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src *; require-trusted-types-for 'script'"
const scripts: Record<string, string> = {
  '/console.js': 'console.error("something is wrong")',
  '/throw.js': 'throw new Error("nobody caught it")',
  '/html.js': 'document.body.innerHTML = "<b>text</b>"',
  '/eval.js': 'setTimeout("1 + 1")',
  '/style.js': 'document.body.setAttribute("style", "color: red")',
  // Of this server by its other address; a port that browsers block would never be asked.
  '/elsewhere.js': 'fetch("http://127.0.0.2:" + location.port).catch(() => {})',
  '/fine.js': 'document.title = "fine"',
}
const server = createServer(({ url = '' }, response) => {
  response.setHeader('content-security-policy', policy)
  if (scripts[url]) return void response.setHeader('content-type', 'text/javascript').end(scripts[url])
  const script = new URL(url, 'http://localhost').searchParams.get('script')
  response.setHeader('content-type', 'text/html').end(`<!doctype html><body><script src="/${script}.js"></script>`)
})
const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  if (!noBrowser) browser = await launchBrowser()
})
beforeEach((context) => {
  if (noBrowser) context.skip(noBrowser)
})
afterAll(async () => {
  await browser?.close()
  server.close()
})

async function watched(script: string) {
  const page = await browser!.newPage()
  const watch = await watchPage(page, baseUrl())
  await page.goto(`${baseUrl()}/?script=${script}`)
  return { page, watch }
}

test.each([
  ['console', /^console: something is wrong/],
  ['throw', /^thrown: Error: nobody caught it/],
  ['html', /^content security policy: require-trusted-types-for/],
  ['eval', /^content security policy: (?:require-trusted-types-for|script-src)/],
  ['style', /^content security policy: style-src-attr/],
  ['elsewhere', /^request elsewhere: http:\/\/127\.0\.0\.2:/],
])('a fault of a page is found: %s', async (script, fault) => {
  const { page, watch } = await watched(script)
  await vi.waitFor(() => expect(watch.faults()).toContainEqual(expect.stringMatching(fault)))
  watch.expectFault(/./)
  expect(watch.faults()).toEqual([])
  await page.close()
})

test('a page without faults has none, and axe finds a missing language', async () => {
  const { page, watch } = await watched('fine')
  await page.waitForFunction(() => document.title === 'fine')
  expect(await findBarriers(page)).toContainEqual(expect.stringMatching(/^html-has-lang \(serious\)/))
  expect(watch.faults().filter((line) => !line.includes('favicon'))).toEqual([])
  await page.close()
})
