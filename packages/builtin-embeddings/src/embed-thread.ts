import { parentPort, workerData } from 'node:worker_threads'
import { openTextEmbedder, type TextKind } from './embed-text.ts'

/** What the thread is given. */
export type EmbedRequest = { text: string; kind: TextKind }
/**
 * Asks it to end once the text in hand is embedded. A thread that is terminated while the model computes takes the process with
 * it: the runtime's native code throws where nothing catches.
 */
export type EndRequest = 'end'
/** What it answers: first that it is ready, then one vector or error a request, in their order. */
export type EmbedReply = { dimensions: number } | { vector: Float32Array<ArrayBuffer> } | { error: string }

const port = parentPort!
const reply = (message: EmbedReply, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)

const { folder, threads } = workerData as { folder: string; threads: number }
const { dimensions, embed } = await openTextEmbedder(folder, threads)
let inHand = Promise.resolve()
port.on('message', (message: EmbedRequest | EndRequest) => {
  if (message === 'end') void inHand.then(() => process.exit())
  else inHand = answer(message)
})

async function answer({ text, kind }: EmbedRequest): Promise<void> {
  try {
    const vector = Float32Array.from(await embed(text, kind))
    reply({ vector }, [vector.buffer])
  } catch (error) {
    reply({ error: (error as Error).message })
  }
}

reply({ dimensions })
