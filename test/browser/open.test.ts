import { expect, test } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'

const consoles = useConsole()

test('the console opens without errors, requests to other origins, or violations of its policy and of accessibility', async () => {
  const { page, baseUrl } = await consoles.open()
  await page.waitForSelector('h1')
  expect(page.url()).toMatch(`${baseUrl}/console/`)
  expect(await findBarriers(page)).toEqual([])
})

test('a path of the application opens it, also after a reload; missing files are problem documents', async () => {
  const { page, baseUrl, expectFault } = await consoles.open({ path: 'knowledge?q=returns' })
  await page.reload()
  await page.waitForSelector('#root *')
  const statusOf = (path: string) =>
    page.evaluate(async (url) => {
      const reply = await fetch(url)
      return { status: reply.status, type: reply.headers.get('content-type') }
    }, path)
  expectFault(/status of 404/)
  for (const path of ['/console/absent.json', '/console/assets/absent.js', '/absent'])
    expect(await statusOf(`${baseUrl}${path}`), path).toEqual({
      status: 404,
      type: expect.stringMatching(/^application\/problem\+json/),
    })
})

test('the first admin is signed in after using the setup link; another browser is not', async () => {
  const { page, admin, api, openBrowser, baseUrl, expectFault } = await consoles.open()
  const whoIsIt = () => fetch('/api/me').then(async (reply) => ({ status: reply.status, body: await reply.json() }))
  const { items } = (await api.get('/api/agents')).body
  expect(items).toEqual([expect.objectContaining({ email: admin.email, role: 'admin' })])
  expect(await page.evaluate(whoIsIt)).toMatchObject({ status: 200, body: { agent: { id: items[0].id } } })
  const other = await openBrowser()
  await other.page.goto(`${baseUrl}/console/`)
  expectFault(/status of 401/)
  expect(await other.page.evaluate(whoIsIt)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('before its setup, a tenant has a link into the console', async () => {
  const { page, api, setupUrl, baseUrl, expectFault } = await consoles.open({ isSetUp: false })
  // The console asks whether somebody has signed in.
  expectFault(/status of 401/)
  expect((await api.get('/api/agents')).body.items).toEqual([])
  const reply = await page.goto(setupUrl)
  expect(setupUrl).toMatch(`${baseUrl}/console/welcome#`)
  expect(reply!.status()).toBe(200)
})

test('whoever an identity provider sends back without a session is told why, by a code and never by a text', async () => {
  const { page, baseUrl, expectFault } = await consoles.open({ isSignedIn: false })
  expectFault(/401/)
  await page.goto(`${baseUrl}/console/sign-in?tenant=default&error=sign_in_refused`)
  await page.getByRole('alert').getByText('Ask an admin to invite you').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.goto(`${baseUrl}/console/sign-in?error=Call+this+number`)
  await page.getByRole('alert').getByText('Signing in did not work').waitFor()
  expect(await page.getByText('Call this number').count()).toBe(0)
})

test('the reference of the API is ours by name, and its example of a question is answered when it is tried with a key', async () => {
  const { page, api, baseUrl, expectFault } = await consoles.open()
  // A library of the page asks whether it may compile code, and does without.
  expectFault(/script-src eval/)
  await api.teach('Returns', 'Returns are free within 30 days.')
  const { key } = (await api.post('/api/api-keys', { name: 'docs', scopes: ['chat'] })).body
  await page.goto(`${baseUrl}/docs#tag/chat/POST/api/chat/message`)
  expect(await page.title()).toBe('Frontdesk API')
  await page.getByRole('heading', { name: 'Frontdesk', level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Test Request.*chat\/message/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Are returns free?').waitFor()
  await dialog.getByText('Value:').locator('..').locator('input, [contenteditable]').first().fill(key)
  await dialog.getByRole('button', { name: /^Send/ }).first().click()
  await dialog.getByText('"answered"').waitFor()
})
