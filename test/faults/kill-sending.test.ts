import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomNumbers } from '@frontdesk/properties'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { messageFields, signedForm, startTwilioFake } from '../../services/channels/testing/fakes/twilio-fake.ts'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { wait } from './load.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const random = randomNumbers()

const account = { accountSid: 'AC00000000000000000000000000000001', authToken: 'the token of the account' }
const publicUrl = 'https://desk.example'
const [ours, anna] = ['+46700000001', '+46701234567']
/** Rounds of texts, each with a kill in its midst. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 2)
const textsARound = 8

let dataDir: string
let port: number
let twilio: Awaited<ReturnType<typeof startTwilioFake>>
let platform: PlatformProcess
let api: ApiClient
let channelId: string
const start = () =>
  startProcess({
    dataDir,
    port,
    env: {
      PUBLIC_URL: publicUrl,
      CHANNEL_PROVIDER_URLS: JSON.stringify({ twilio: twilio.url }),
      CHANNEL_SEND_TIMEOUT_MS: '2000',
      TURN_LEASE_MS: '2000',
      ENCRYPTION_KEY: 'a key of the faults',
    },
  })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-kill-sending-'))
  port = await freePort()
  twilio = await startTwilioFake(account)
  platform = await start()
  api = apiClient(() => platform.baseUrl, apiKey)
  await api.teach('Delivery', 'Delivery takes three working days.')
  const channel = { kind: 'sms', provider: 'twilio', address: ours, secrets: account }
  channelId = (await api.post('/api/channels', channel)).body.id
}, 60_000)
afterAll(async () => {
  await platform?.kill()
  await twilio?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** A customer's text, given to the platform as Twilio does: again until it is taken. */
async function text(from: string, words: string) {
  const target = `/api/webhooks/sms/${channelId}`
  const { body, headers } = signedForm(
    `${publicUrl}${target}`,
    messageFields(account.accountSid, from, ours!, words),
    account.authToken,
  )
  await vi.waitFor(async () => {
    const reply = await fetch(`${platform.baseUrl}${target}`, { method: 'POST', headers, body: new Uint8Array(body) })
    expect(reply.status).toBe(200)
  }, patient)
}
/** The answer to a number, once it is there. */
async function answerTo(number: string): Promise<any> {
  const { body } = await api.get('/api/conversations?channel=sms&limit=100')
  const conversation = body.items.find(({ contact }: any) => contact?.phone === number)
  if (!conversation) return undefined
  return (await api.get(`/api/conversations/${conversation.id}/messages`)).body.items.find(
    ({ author }: any) => author.kind === 'ai',
  )
}

const patient = { timeout: 30_000, interval: 50 }
/** What a dead process had in hand is given out again after 15 s, and once more if a kill meets it again. */
const afterLeases = { timeout: 90_000, interval: 100 }
const sent = () => twilio.received.filter(({ method }) => method === 'POST')

it('SIGKILL while an SMS is sent: it is unknown, not sent again, until somebody asks for it', async () => {
  twilio.failNext('hang')
  await text(anna!, 'How long does delivery take?')
  await vi.waitFor(() => expect(sent()).toHaveLength(1), patient)
  await platform.kill()
  platform = await start()

  const becomes = (delivery: object) =>
    vi.waitFor(async () => {
      const message = await answerTo(anna!)
      expect(message.delivery).toMatchObject(delivery)
      return message
    }, patient)
  const unknown = await becomes({ state: 'unknown', code: 'interrupted' })
  expect(sent()).toHaveLength(1)

  const again = await api.post(`/api/conversations/${unknown.conversationId}/messages/${unknown.id}/resend`, {})
  expect(again.status).toBe(202)
  await becomes({ state: 'sent' })
  expect(sent()).toHaveLength(2)
}, 120_000)

it(
  'SIGKILL at random while texts come in and answers go out: each is answered, by one SMS at most',
  async () => {
    const numbers = Array.from({ length: rounds * textsARound }, (_, i) => `+4670200${1_000 + i}`)
    for (let round = 0; round < rounds; round++) {
      const some = numbers.slice(round * textsARound, (round + 1) * textsARound)
      // One of them never gets a reply from the provider; most kills find it, and others, on their way.
      twilio.failNext('hang')
      const texts = Promise.all(some.map((number) => text(number, 'How long does delivery take?')))
      texts.catch(() => {})
      await wait(Math.round(random() * 700))
      await platform.kill()
      platform = await start()
      await texts
    }
    const states = await vi.waitFor(async () => {
      const answers = await Promise.all(numbers.map(answerTo))
      const reached = answers.map((answer) => answer?.delivery?.state)
      for (const state of reached) expect(['sent', 'unknown']).toContain(state)
      return reached
    }, afterLeases)
    const timesOf = (number: string) =>
      sent().filter(({ body }) => new URLSearchParams(body.toString()).get('To') === number).length
    for (const [i, number] of numbers.entries())
      expect(timesOf(number), `${number} ${states[i]}`).toBeLessThanOrEqual(1)
    for (const [i, number] of numbers.entries()) if (states[i] === 'sent') expect(timesOf(number)).toBe(1)
    const unknown = states.filter((state) => state === 'unknown').length
    process.stdout.write(
      `killed ${rounds} times: ${numbers.length} texts, ${unknown} answers unknown, none sent twice\n`,
    )
  },
  120_000 + rounds * 30_000,
)
