import { parentPort, workerData } from 'node:worker_threads'
import { openTextEmbedder, type TextKind } from './embed-text.ts'

/** What the thread is given. */
export type EmbedRequest = { text: string; kind: TextKind }
/** What it answers: first that it is ready, then one vector or error a request, in their order. */
export type EmbedReply = { dimensions: number } | { vector: Float32Array<ArrayBuffer> } | { error: string }

const port = parentPort!
const reply = (message: EmbedReply, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)

const { folder, threads } = workerData as { folder: string; threads: number }
const { dimensions, embed } = await openTextEmbedder(folder, threads)
port.on('message', async ({ text, kind }: EmbedRequest) => {
  try {
    const vector = Float32Array.from(await embed(text, kind))
    reply({ vector }, [vector.buffer])
  } catch (error) {
    reply({ error: (error as Error).message })
  }
})
reply({ dimensions })
