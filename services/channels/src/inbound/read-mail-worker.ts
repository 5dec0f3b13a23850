// The entry of a worker thread: reads one mail and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { readMail } from '../email/read-mail.ts'
import type { Ours } from '../email/recognise-kind.ts'
import { stripReply } from '../email/strip-reply.ts'
import type { InboundMail } from '../providers/provider.ts'
import type { ReadMail } from './read-mail-in-worker.ts'

const { inbound, ours } = workerData as { inbound: InboundMail; ours: Ours }
const mail = await readMail(inbound, ours)
const result: ReadMail = { mail, text: stripReply(mail).text }
const buffers = mail.attachments.flatMap((file) => ('bytes' in file ? [file.bytes.buffer as ArrayBuffer] : []))
parentPort!.postMessage(result, [...new Set(buffers)])
