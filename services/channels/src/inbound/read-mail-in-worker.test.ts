import { expect, it } from 'vitest'
import type { InboundMail } from '../providers/provider.ts'
import { readMailInWorker } from './read-mail-in-worker.ts'

const ours = { addresses: ['support@example.com'], keys: ['a key'] }
const noSignal = new AbortController().signal

const mailOf = (lines: number): InboundMail => {
  const head = ['From: Anna <anna@example.org>', 'To: support@example.com', 'Subject: Photos', 'MIME-Version: 1.0']
  const parts = ['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'Here they are.', '', '> quoted', '--b']
  const file = ['Content-Disposition: attachment; filename="a.png"', 'Content-Transfer-Encoding: base64', '']
  const content = `${'A'.repeat(76)}\r\n`.repeat(lines)
  const raw = Buffer.from([...head, ...parts, 'Content-Type: image/png', ...file, `${content}--b--`, ''].join('\r\n'))
  return { type: 'mail', mail: { raw } }
}

it('a large mail reads as a small one does, in a thread of its own', async () => {
  const [small, large] = await Promise.all(
    [mailOf(10), mailOf(20_000)].map((each) => readMailInWorker(each, ours, noSignal)),
  )
  for (const { mail, text } of [small!, large!]) {
    expect(mail).toMatchObject({ from: { address: 'anna@example.org' }, subject: 'Photos', kind: 'message' })
    expect(text).toContain('Here they are.')
  }
  const sizes = [small!, large!].map(({ mail: { attachments } }) => {
    const [file] = attachments
    return file && 'bytes' in file ? file.bytes.byteLength : 0
  })
  expect(sizes).toEqual([570, 1_140_000])
})

it('this process goes on meanwhile', async () => {
  const inbound = mailOf(200_000)
  const before = [process.threadCpuUsage(), process.cpuUsage()] as const
  await readMailInWorker(inbound, ours, noSignal)
  // Processor time, of which other processes take none: of this thread, and of all of them.
  const [own, all] = [process.threadCpuUsage(before[0]), process.cpuUsage(before[1])].map(
    ({ user, system }) => user + system,
  )
  expect(own! / all!).toBeLessThan(0.3)
})

it('a stop ends it', async () => {
  const stop = new AbortController()
  const reading = readMailInWorker(mailOf(20_000), ours, stop.signal)
  stop.abort(new Error('stopping'))
  await expect(reading).rejects.toThrow('stopping')
})

it('the bytes of a large mail are given away, what shares its memory with others is not', async () => {
  const inbound = mailOf(20_000)
  await readMailInWorker(inbound, ours, noSignal)
  expect('raw' in inbound.mail && inbound.mail.raw.byteLength).toBe(0)
  const [small, large] = [Buffer.from('PNG'), Buffer.alloc(1_000_000, 'a')]
  const files = [small, large].map((bytes) => ({ filename: 'a.png', contentType: 'image/png', bytes }))
  const { mail } = await readMailInWorker({ type: 'mail', mail: { headers: [], attachments: files } }, ours, noSignal)
  expect(mail.attachments.map((file) => 'bytes' in file && file.bytes.byteLength)).toEqual([3, 1_000_000])
  expect([small.toString(), large.byteLength]).toEqual(['PNG', 0])
})

it('large mails are read one after the other', async () => {
  const stop = new AbortController()
  const ended: string[] = []
  const first = readMailInWorker(mailOf(20_000), ours, noSignal).then(() => ended.push('first'))
  const second = readMailInWorker(mailOf(20_000), ours, stop.signal).catch(() => ended.push('second'))
  // One that has begun would end at once.
  stop.abort(new Error('stopping'))
  await Promise.all([first, second])
  expect(ended).toEqual(['first', 'second'])
})
