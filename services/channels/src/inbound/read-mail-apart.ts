import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { Mail } from '../email/mail.ts'
import { readMail } from '../email/read-mail.ts'
import type { Ours } from '../email/recognise-kind.ts'
import { stripReply } from '../email/strip-reply.ts'
import type { InboundMail } from '../provider.ts'

/** A mail, and what a person wrote in it. */
export type ReadMail = { mail: Mail; text: string }

/** Some 50 ms a megabyte: a larger mail would hold up everything else in this process, so it gets a thread. */
const largeBytes = 256 * 1024
/** A mail of 36 MB takes 2 s on a machine that has time. */
const timeMs = 60_000
/** Of a thread's JavaScript; the bytes of files are beside it. */
const heapMb = 512
const threads = pLimit(2)

function bytesOf({ mail }: InboundMail): number {
  if ('raw' in mail) return mail.raw.byteLength
  const files = mail.attachments.map((file) => ('bytes' in file ? file.bytes.byteLength : 0))
  return files.reduce((sum, each) => sum + each, (mail.text?.length ?? 0) + (mail.html?.length ?? 0))
}

/**
 * Reads a mail without holding up this process for long. Throws when a large one takes more than a minute or more memory
 * than it may, and when the signal aborts.
 */
export async function readMailApart(inbound: InboundMail, ours: Ours, signal: AbortSignal): Promise<ReadMail> {
  if (bytesOf(inbound) > largeBytes) return threads(() => readInThread(inbound, ours, signal))
  const mail = await readMail(inbound, ours)
  return { mail, text: stripReply(mail).text }
}

async function readInThread(inbound: InboundMail, ours: Ours, signal: AbortSignal): Promise<ReadMail> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./read-mail-thread.ts', import.meta.url), {
    workerData: { inbound, ours },
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeMs)])
  try {
    return await new Promise<ReadMail>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread that read a mail ended without it')))
      within.addEventListener('abort', () => reject(within.reason), { once: true })
    })
  } finally {
    await worker.terminate()
  }
}
