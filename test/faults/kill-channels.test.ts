import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomNumbers } from '@frontdesk/properties'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carefulClient, wait } from './load.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const random = randomNumbers()

/** A short form runs with every test; `FAULT_ROUNDS=20` for a long one. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 1)
const mailsEachRound = 8
const secret = 'a-secret-of-the-mail-server'

let dataDir: string
let port: number
let platform: PlatformProcess
const client = carefulClient(() => platform.baseUrl, apiKey)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-kill-channels-'))
  port = await freePort()
  platform = await startProcess({ dataDir, port })
}, 60_000)

afterAll(async () => {
  await platform?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

/** A mail of a customer with a file, some of them large enough to be a blob on their way in. */
function mailOf(n: number): Buffer {
  const file = Buffer.alloc(n % 4 === 0 ? 400_000 : 100, n)
  return Buffer.from(
    [
      ...[
        `From: Customer ${n % 3} <customer${n % 3}@example.org>`,
        'To: desk@example.com',
        `Subject: Case number ${n}`,
      ],
      ...[`Message-ID: <${n}@example.org>`, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', ''],
      ...['--b', '', `This is mail ${n}.`, '--b', 'Content-Disposition: attachment; filename="a.bin"'],
      ...['Content-Type: application/octet-stream', 'Content-Transfer-Encoding: base64', '', file.toString('base64')],
      ...['--b--', ''],
    ].join('\r\n'),
  )
}

/** As a mail server does: the same mail again until it is told that it was taken. */
async function deliver(n: number): Promise<void> {
  const body = mailOf(n)
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(50)) {
    const at = Math.floor(Date.now() / 1_000)
    const signature = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')
    const headers = { 'content-type': 'message/rfc822', 'x-signature': `t=${at},v1=${signature}` }
    try {
      const reply = await fetch(`${platform.baseUrl}/api/webhooks/email`, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
      })
      if (reply.status === 200) return
      if (reply.status < 500 && reply.status !== 429) throw new Refused(`${reply.status}: ${await reply.text()}`)
    } catch (error) {
      if (error instanceof Refused) throw error
      // The platform was killed before it answered: whether it has the mail nobody knows.
    }
  }
  throw new Error(`mail ${n} was never taken`)
}
class Refused extends Error {}

it(
  'SIGKILL while mails come in loses none that was answered with 2xx, and makes none a message twice',
  async () => {
    const channel = { kind: 'email', provider: 'raw', address: 'desk@example.com', secrets: { secret } }
    expect((await client.call('POST', '/api/channels', channel)).status).toBe(201)
    const killsAfterMs: number[] = []
    let sent = 0
    for (let round = 0; round < rounds; round++) {
      const mails = Array.from({ length: mailsEachRound }, () => deliver(sent++))
      for (const mail of mails) mail.catch(() => {})
      const afterMs = Math.round(20 + random() * 400)
      killsAfterMs.push(afterMs)
      await wait(afterMs)
      await platform.kill()
      platform = await startProcess({ dataDir, port })
      await Promise.all(mails)
    }
    // The moment after the last 2xx.
    await deliver(sent++)
    await platform.kill()
    platform = await startProcess({ dataDir, port })

    const said = async () => {
      const conversations = await client.listAll('/api/conversations')
      const lists = await Promise.all(
        conversations.map(({ id }) => client.listAll(`/api/conversations/${id}/messages`)),
      )
      return lists.flat().filter(({ author }) => author.kind === 'customer')
    }
    const wanted = Array.from({ length: sent }, (_, n) => `This is mail ${n}.`).sort()
    await expect
      .poll(async () => (await said()).map(({ content }) => content).sort(), { timeout: 60_000, interval: 250 })
      .toEqual(wanted)
    const messages = await said()
    for (const { conversationId, attachments } of messages) {
      expect(attachments).toHaveLength(1)
      const path = `/api/conversations/${conversationId}/attachments/${attachments[0].id}`
      const file = await fetch(`${platform.baseUrl}${path}`, { headers: { 'x-api-key': apiKey } })
      expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, attachments[0].bytes])
    }
    const { body: letters } = await client.call('GET', '/api/dead-letters')
    expect(letters.items).toEqual([])
    process.stdout.write(`killed ${rounds + 1} times after ${killsAfterMs.join(', ')} ms: ${sent} mails, each once\n`)
  },
  rounds * 30_000 + 150_000,
)
