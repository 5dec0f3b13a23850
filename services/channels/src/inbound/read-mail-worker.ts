// The entry of a worker thread: reads one mail and ends.
import { parentPort, workerData } from 'node:worker_threads'
import type { Ours } from '../email/recognise-kind.ts'
import type { InboundMail } from '../providers/provider.ts'
import { readHere } from './read-mail-in-worker.ts'

const { inbound, ours } = workerData as { inbound: InboundMail; ours: Ours }
const result = await readHere(inbound, ours)
const buffers = result.mail.attachments.flatMap((file) => ('bytes' in file ? [file.bytes.buffer as ArrayBuffer] : []))
parentPort!.postMessage(result, [...new Set(buffers)])
