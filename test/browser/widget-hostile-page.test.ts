import type { FrameLocator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { isFirefox } from './launch-browser.ts'
import { type OpenedWidget, useWidget } from './open-widget.ts'
import { answer, ask, fieldOf, logOf, panelOf, parking, question } from './widget-parts.ts'

const widgets = useWidget()
const settings = { allowedOrigins: ['*'] }

const documentOf = (body: string) => `<!doctype html><html lang="en"><title>A shop</title><body>${body}</body></html>`
const launcherOf = (page: Page | FrameLocator) => page.locator('frontdesk-widget').getByRole('button').first()
const saidTo = async ({ api }: OpenedWidget): Promise<string[][]> => {
  const { items } = (await api.get('/api/conversations')).body
  const texts = items.map(async ({ id }: { id: string }) => {
    const { items: messages } = (await api.get(`/api/conversations/${id}/messages`)).body
    return messages.filter(({ author }: any) => author.kind === 'customer').map(({ content }: any) => content)
  })
  return Promise.all(texts)
}

/** A page with this body before the widget's script, without a policy of its own. */
async function openPage(opened: OpenedWidget, body: string, run?: (id: string) => void): Promise<Page> {
  const { page, widget, baseUrl, site } = opened
  const { id } = widget
  await opened.api.teach('Parking', parking)
  if (run) await page.addInitScript(run, id)
  const script = `<script src="${baseUrl}/widget.js" data-widget="${id}" async></script>`
  await page.goto(site.add(`/hostile-${id}`, { html: documentOf(body.replace('SCRIPT', script)) }))
  return page
}

/** Asks, and waits for the answer. */
async function converse(page: Page | FrameLocator): Promise<void> {
  await launcherOf(page).click()
  await ask(page as Page, question)
  await logOf(page as Page)
    .getByText(answer)
    .first()
    .waitFor()
}

test('elements of the page that take the names of the document and of our calls change nothing', async () => {
  const opened = await widgets.open({ settings })
  const { page, site } = opened
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const inert = `<img name="currentScript" data-widget="wgt_foreign" alt=""><img name="body" alt=""><img name="title" alt="">
    <form id="Frontdesk"><input name="mount"><input name="q"></form>`
  // The picture's address, without a picture that would be fetched.
  await openPage(opened, `${inert}SCRIPT`, () => {
    Object.defineProperty(HTMLImageElement.prototype, 'src', { get: () => `${location.origin}/foreign/widget.js` })
  })
  await converse(page)
  expect(await page.locator('body > frontdesk-widget').count()).toBe(1)
  expect(await saidTo(opened)).toEqual([[question]])
  expect(asked.filter((url) => url.startsWith(`${site.origin}/foreign`))).toEqual([])
})

test('messages that the page or a frame forges open nothing, send nothing and sign nobody out', async () => {
  const opened = await widgets.open({ settings })
  const { page, requests, widget } = opened
  await openPage(opened, 'SCRIPT')
  await converse(page)
  const before = requests.length
  await page.evaluate((id) => {
    const shapes = [
      ...[null, 'open', 1, {}, ['ask', 'forged'], { type: 'ask', message: 'forged' }, { type: 'signed out' }],
      ...[
        { command: 'identify', token: 'forged' },
        { type: 'answering', messageId: 'forged', message: 'forged' },
      ],
    ]
    const send = (target: string) => `for (const one of ${JSON.stringify(shapes)}) ${target}.postMessage(one, '*')`
    for (const one of shapes) window.postMessage(one, '*')
    const frame = document.createElement('iframe')
    frame.sandbox.add('allow-scripts')
    frame.srcdoc = `<script>${send('parent')}; new BroadcastChannel('frontdesk:${id}').postMessage({ type: 'signed out' }); parent.postMessage('sent', '*')</script>`
    const isSent = new Promise<void>((resolve) =>
      addEventListener('message', ({ data }) => data === 'sent' && resolve()),
    )
    document.body.append(frame)
    // On the page's own channel, what is no note of ours.
    const channel = new BroadcastChannel(`frontdesk:${id}`)
    for (const one of [null, 'x', 1, {}]) channel.postMessage(one)
    return isSent
  }, widget.id)
  await logOf(page).getByText(question).waitFor()
  // That the answer was read, it may still tell.
  expect(requests.slice(before).filter((one) => /^POST .*(?:messages|session)$|forged/.test(one))).toEqual([])
  expect(await saidTo(opened)).toEqual([[question]])
})

test('on a page with Prototype.js, and with foreign data in its storage, the chat works', async () => {
  const opened = await widgets.open({ settings })
  const { page } = opened
  await openPage(opened, 'SCRIPT', (id) => {
    const prototype = Array.prototype as any
    prototype.toJSON = function (this: unknown[]) {
      return `[${this.map((one) => JSON.stringify(one)).join(', ')}]`
    }
    prototype.each = prototype.forEach
    ;(Array as any).from = (all: any) => Array.prototype.slice.call(all)
    ;(Object.prototype as any).color = 'red'
    if (window === top) localStorage.setItem(`frontdesk:${id}`, '{"conversationId":{},"answers":[null],"token":1}')
  })
  await converse(page)
  expect(await saidTo(opened)).toEqual([[question]])
})

test('where the browser refuses storage and locks, the chat works', async (context) => {
  if (isFirefox) context.skip('Playwright does not see into frames without an origin in Firefox')
  const opened = await widgets.open({ settings })
  const { page, site, widget, baseUrl } = opened
  const script = `<script src="${baseUrl}/widget.js" data-widget="${widget.id}"></script>`
  site.add('/inner', { html: documentOf(script) })
  await openPage(opened, '<iframe sandbox="allow-scripts" src="/inner" width="1200" height="700"></iframe>')
  const frame = page.frameLocator('iframe')
  await converse(frame)
  await ask(frame as unknown as Page, 'When does the car park close?')
  await vi.waitFor(async () =>
    expect(await saidTo(opened)).toEqual([expect.arrayContaining([question, 'When does the car park close?'])]),
  )
})

test('a page that replaces its body and runs the script again has the widget again, and nothing is left behind', async () => {
  const opened = await widgets.open({ settings })
  const { page, baseUrl, widget } = opened
  await openPage(opened, 'SCRIPT')
  await converse(page)
  const renew = async (times: number, call?: string) => {
    for (let time = 0; time < times; time++)
      await page.evaluate(
        async ([src, id, call]) => {
          document.body = document.createElement('body')
          const chat = document.createElement('frontdesk-chat')
          chat.setAttribute('widget', id!)
          document.body.append(chat)
          if (call) return (window as any).Frontdesk(call)
          const script = document.createElement('script')
          script.dataset.widget = id
          script.src = src!
          const loaded = new Promise((resolve) => (script.onload = resolve))
          document.body.append(script)
          await loaded
        },
        [`${baseUrl}/widget.js`, widget.id, call],
      )
  }
  const inline = page.locator('frontdesk-chat section')
  const listeners = async () => {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'JSEventListeners')!.value
  }
  await renew(1)
  await inline.getByText(answer).first().waitFor()
  await renew(1)
  await inline.getByText(answer).first().waitFor()
  if (isFirefox) return
  const before = await listeners()
  await renew(20)
  await inline.getByText(answer).first().waitFor()
  expect((await listeners()) - before).toBeLessThanOrEqual(5)
  expect(await page.locator('frontdesk-widget').count()).toBe(1)
  await renew(1, 'open')
  await panelOf(page).getByText(answer).first().waitFor()
})

test('a message that was on its way when the page went away is not in the field again', async () => {
  const opened = await widgets.open({ settings })
  const { page, widget, launcher, expectFault } = opened
  expectFault(/ERR_FAILED|Failed to fetch/)
  await page.route('**/api/widget/messages', (route) => route.abort())
  await launcher().click()
  await ask(page, question)
  await logOf(page).getByText(question).waitFor()
  // As if the page had gone away before it could remove the draft.
  await page.evaluate(([key, text]) => sessionStorage.setItem(key!, text!), [`frontdesk:${widget.id}`, question])
  await page.reload()
  await logOf(page).getByText(question).waitFor()
  await vi.waitFor(async () => expect(await fieldOf(page).inputValue()).toBe(''))
  expect(await page.evaluate((key) => sessionStorage.getItem(key), `frontdesk:${widget.id}`)).toBeNull()
})
