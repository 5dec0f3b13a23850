import { expect, test, vi } from 'vitest'
import { userToken } from '../scenarios/visitor-client.ts'
import { type OpenedWidget, useWidget } from './open-widget.ts'
import { answer, ask, fieldOf, logOf, parking, question } from './widget-parts.ts'

const queued = 'Is my car safe there?'
const settings = { identity: { mode: 'optional' } }
const widgets = useWidget()

/** A site that names its user on each page, as docs/widget.md shows: Anna at first. */
async function signIn({ page, browser, api, widget, launcher }: OpenedWidget) {
  await api.teach('Parking', parking)
  let user: string | undefined = 'anna'
  await browser.exposeFunction('askUserToken', () => {
    if (user === undefined) throw new Error('nobody is signed in')
    return userToken(widget.secret, widget.id, { sub: user, name: user })
  })
  await browser.addInitScript(() => {
    const site = window as any
    site.identify = () => site.Frontdesk('identify', { getUserToken: () => site.askUserToken() })
    site.Frontdesk = { q: [['identify', { getUserToken: () => site.askUserToken() }]] }
  })
  await page.reload()
  await launcher().click()
  await ask(page, question)
  await logOf(page).getByText(answer).first().waitFor()
  return (next: string | undefined) => {
    user = next
  }
}

/** What customers said, by conversation, the oldest first. */
async function saidIn(api: OpenedWidget['api']): Promise<string[][]> {
  const { items } = (await api.get('/api/conversations')).body
  const said = items.map(async ({ id }: { id: string }) => {
    const { items: messages } = (await api.get(`/api/conversations/${id}/messages?limit=100`)).body
    return messages.filter(({ author }: any) => author.kind === 'customer').map(({ content }: any) => content)
  })
  return (await Promise.all(said)).map((texts: string[]) => texts.reverse()).reverse()
}

test('a user who comes back is asked for by the site and goes on with the same session', async () => {
  const opened = await widgets.open({ settings })
  const { page, requests } = opened
  await signIn(opened)
  for (let loads = 0; loads < 2; loads++) {
    await page.reload()
    await logOf(page).getByText(answer).first().waitFor()
  }
  await ask(page, 'When does the car park close?')
  await vi.waitFor(async () => expect(await saidIn(opened.api)).toEqual([[question, 'When does the car park close?']]))
  expect(requests.filter((each) => each.endsWith('/session'))).toHaveLength(1)
})

test('a user’s session that is over is opened again, and the conversation goes on', async () => {
  const opened = await widgets.open({ settings })
  const { page, requests, expectFault } = opened
  expectFault(/status of 401/)
  await signIn(opened)
  await page.evaluate(() => {
    const [key, stored] = Object.entries(localStorage)[0]!
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(stored), token: 'over' }))
  })
  await ask(page, 'When does the car park close?')
  await vi.waitFor(async () => expect(await saidIn(opened.api)).toEqual([[question, 'When does the car park close?']]))
  expect(requests.filter((each) => each.endsWith('/session'))).toHaveLength(2)
  expect(await logOf(page).locator('[data-author=customer]').count()).toBe(2)
})

test('the next user of a browser neither sees nor sends what the one before wrote, in any tab', async () => {
  const opened = await widgets.open({ settings })
  const { page, api, browser, launcher, openTab, expectFault } = opened
  expectFault(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const switchTo = await signIn(opened)
  const tab = await openTab()
  await launcher(tab).click()
  await logOf(tab).getByText(question).waitFor()
  await browser.setOffline(true)
  await ask(page, queued)
  await logOf(page).getByText(queued).waitFor()
  await fieldOf(page).fill('My card number is')
  switchTo('bea')
  await page.evaluate(() => (window as any).identify())
  for (const each of [page, tab]) await logOf(each).getByText(question).waitFor({ state: 'detached' })
  expect(await logOf(page).getByText(queued).count()).toBe(0)
  await vi.waitFor(async () => expect(await fieldOf(page).inputValue()).toBe(''))
  await browser.setOffline(false)
  await ask(page, 'When does the car park close?')
  await logOf(page).getByText('The car park closes at midnight.').first().waitFor()
  expect(await saidIn(api)).toEqual([[question], ['When does the car park close?']])
  expect(await logOf(page).locator('[data-author=customer]').count()).toBe(1)
})

test('what still waits when the page is opened for another user is not sent', async () => {
  const opened = await widgets.open({ settings })
  const { page, api, launcher, expectFault } = opened
  expectFault(/ERR_FAILED|Failed to fetch/)
  const switchTo = await signIn(opened)
  await page.route('**/api/widget/messages', (route) => route.abort())
  await ask(page, queued)
  await logOf(page).getByText(queued).waitFor()
  // While the page is open it is tried again, for the user who wrote it.
  const address = page.url()
  await page.goto('about:blank')
  await page.unroute('**/api/widget/messages')
  switchTo('bea')
  await page.goto(address)
  await launcher().click()
  await ask(page, 'When does the car park close?')
  await logOf(page).getByText('The car park closes at midnight.').first().waitFor()
  expect(await saidIn(api)).toEqual([[question], ['When does the car park close?']])
  expect(await logOf(page).getByText(queued).count()).toBe(0)
})

test('when the site can’t say who is there, nothing of the user before is shown', async () => {
  const opened = await widgets.open({ settings })
  const { page } = opened
  const switchTo = await signIn(opened)
  switchTo(undefined)
  await page.reload()
  await fieldOf(page).waitFor()
  await vi.waitFor(async () => expect(await page.evaluate(() => localStorage.length)).toBe(0))
  expect(await logOf(page).getByText(question).count()).toBe(0)
  switchTo('anna')
  await ask(page, 'When does the car park close?')
  await vi.waitFor(async () =>
    expect((await saidIn(opened.api)).flat()).toEqual([question, 'When does the car park close?']),
  )
})
