import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { useConsole } from './open-console.ts'

const consoles = useConsole()

test('a filtered e-mail is shown with its reason and brought back', async () => {
  const { page, api, baseUrl } = await consoles.open({ path: 'settings/profile' })
  const secret = 'the secret of the mail server'
  const channel = { kind: 'email', provider: 'raw', address: 'support@shop.example', secrets: { secret } }
  const { id } = (await api.post('/api/channels', channel)).body
  const head = ['From: Anna <anna@home.example>', 'To: support@shop.example', 'Subject: Away', 'X-Vacation: yes']
  const body = [...head, '', 'I am away until May.'].join('\r\n')
  const at = Math.floor(Date.now() / 1_000)
  const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const headers = { 'content-type': 'message/rfc822', 'x-signature': `t=${at},v1=${v1}` }
  await fetch(`${baseUrl}/api/webhooks/email/${id}`, { method: 'POST', headers, body })
  await vi.waitFor(async () => expect((await api.get('/api/filtered-emails')).body.items).toHaveLength(1))
  await page.goto(`${baseUrl}/console/settings/filtered-emails`)
  await page.getByRole('cell', { name: 'Out-of-office or read receipt' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Bring back' }).click()
  await page.getByRole('link', { name: 'Open conversation' }).click()
  await page.getByText('I am away until May.').first().waitFor()
})
