import { isMarkedAsUntransferable, Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { Mail } from '../email/mail.ts'
import { readMail } from '../email/read-mail.ts'
import type { Ours } from '../email/recognise-kind.ts'
import { readReplyToken } from '../email/reply-token.ts'
import { stripReply } from '../email/strip-reply.ts'
import type { InboundMail } from '../providers/provider.ts'

/** A mail, and what a person wrote in it. */
export type ReadMail = { mail: Mail; text: string }

/** Some 50 ms a megabyte: a larger mail would hold up everything else in this process, so it gets a thread. */
const largeBytes = 256 * 1024
/** A mail of 36 MB takes 2 s on a machine that has time. */
const timeMs = 60_000
/** Of a thread's JavaScript; bytes are beside it. The largest mail that is all text takes 192. */
const heapMb = 256
/** One at a time: a mail of 36 MB takes several times that until it is read. */
const oneByOne = pLimit(1)

/** The bytes that a mail holds: all of it as it came, or its files. */
const bytesIn = ({ mail }: InboundMail): Uint8Array[] =>
  'raw' in mail ? [mail.raw] : mail.attachments.flatMap((file) => ('bytes' in file ? [file.bytes] : []))

const lengthOf = (inbound: InboundMail): number =>
  bytesIn(inbound).reduce(
    (sum, { byteLength }) => sum + byteLength,
    'raw' in inbound.mail ? 0 : (inbound.mail.text?.length ?? 0) + (inbound.mail.html?.length ?? 0),
  )

/** Memory that can be given away: small buffers may share theirs with others. */
const transferable = (inbound: InboundMail): ArrayBuffer[] => [
  ...new Set(
    bytesIn(inbound)
      .map(({ buffer }) => buffer)
      .filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer)),
  ),
]

/**
 * Reads a mail without holding up this process for long. The bytes of a large one are given to the thread that reads it: nobody
 * has them here any more. Throws when a large one takes more than a minute or more memory
 * than it may, and when the signal aborts.
 */
export async function readMailInWorker(inbound: InboundMail, ours: Ours, signal: AbortSignal): Promise<ReadMail> {
  if (lengthOf(inbound) > largeBytes) return oneByOne(() => readInThread(inbound, ours, signal))
  return readHere(inbound, ours)
}

/** Reads a mail in this thread. */
export async function readHere(inbound: InboundMail, ours: Ours): Promise<ReadMail> {
  const mail = await readMail(inbound, ours)
  const isKnown = mail.recipients.some((address) => readReplyToken(address, ours.keys) !== undefined)
  return { mail, text: stripReply({ ...mail, isKnown }).text }
}

async function readInThread(inbound: InboundMail, ours: Ours, signal: AbortSignal): Promise<ReadMail> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./read-mail-worker.ts', import.meta.url), {
    workerData: { inbound, ours },
    transferList: transferable(inbound),
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeMs)])
  try {
    return await new Promise<ReadMail>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread that was reading an e-mail ended before it was done')))
      within.addEventListener('abort', () => reject(within.reason), { once: true })
    })
  } finally {
    await worker.terminate()
  }
}
