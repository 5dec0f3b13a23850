// The entry of a thread that makes pictures small.
import { parentPort } from 'node:worker_threads'
import { failureOf, type ThreadMessage } from '@frontdesk/threads'
import { makePreview } from './make-preview.ts'

const port = parentPort!

port.on('message', async (picture: Uint8Array) => {
  let message: ThreadMessage<Uint8Array>
  try {
    message = { kind: 'done', result: await makePreview(picture) }
  } catch (error) {
    message = failureOf(error)
  }
  port.postMessage(message)
})
port.postMessage({ kind: 'ready' } satisfies ThreadMessage<Uint8Array>)
