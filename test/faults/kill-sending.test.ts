import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { messageFields, signedForm, startTwilioFake } from '../../services/channels/src/providers/fakes/twilio-fake.ts'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'the token of the account' }
const publicUrl = 'https://desk.example'
const [ours, anna] = ['+46700000001', '+46701234567']

let dataDir: string
let port: number
let twilio: Awaited<ReturnType<typeof startTwilioFake>>
let platform: PlatformProcess
let api: ApiClient
const start = () =>
  startProcess({
    dataDir,
    port,
    env: {
      PUBLIC_URL: publicUrl,
      CHANNEL_PROVIDER_URLS: JSON.stringify({ twilio: twilio.url }),
      CHANNEL_SEND_TIMEOUT_MS: '2000',
      ENCRYPTION_KEY: 'a key of the faults',
    },
  })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-kill-sending-'))
  port = await freePort()
  twilio = await startTwilioFake(account)
  platform = await start()
  api = apiClient(() => platform.baseUrl, apiKey)
}, 60_000)
afterAll(async () => {
  await platform?.kill()
  await twilio?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const patient = { timeout: 30_000, interval: 50 }
const sent = () => twilio.received.filter(({ method }) => method === 'POST')

it('SIGKILL while an SMS is sent: it is unknown, not sent again, until somebody asks for it', async () => {
  await api.teach('Delivery', 'Delivery takes three working days.')
  const channel = { kind: 'sms', provider: 'twilio', address: ours, secrets: account }
  const { body: made } = await api.post('/api/channels', channel)
  twilio.failNext('hang')
  const target = `/api/webhooks/sms/${made.id}`
  const fields = messageFields(account.accountSid, anna!, ours!, 'How long does delivery take?')
  const { body, headers } = signedForm(`${publicUrl}${target}`, fields, account.authToken)
  const told = await fetch(`${platform.baseUrl}${target}`, { method: 'POST', headers, body: new Uint8Array(body) })
  expect(told.status).toBe(200)
  await vi.waitFor(() => expect(sent()).toHaveLength(1), patient)
  await platform.kill()
  platform = await start()

  const read = async () => {
    const { body } = await api.get('/api/conversations?channel=sms')
    return (await api.get(`/api/conversations/${body.items[0].id}/messages`)).body.items[0]
  }
  const becomes = (delivery: object) =>
    vi.waitFor(async () => {
      const message = await read()
      expect(message.delivery).toMatchObject(delivery)
      return message
    }, patient)
  expect((await read()).delivery.state).toBe('sending')
  const unknown = await becomes({ state: 'unknown', code: 'interrupted' })
  expect(sent()).toHaveLength(1)

  const again = await api.post(`/api/conversations/${unknown.conversationId}/messages/${unknown.id}/resend`, {})
  expect(again.status).toBe(202)
  await becomes({ state: 'sent' })
  expect(sent()).toHaveLength(2)
}, 120_000)
