// The entry of a worker thread: takes one document at a time, answers its text and chunks as bytes ready for storage.
import { parentPort, workerData } from 'node:worker_threads'
import { type Chunk, errorCodes, ServiceError } from '@frontdesk/contracts'
import { splitIntoChunks } from '../split-into-chunks.ts'
import type { ExtractionLimits } from './document.ts'
import { type ExtractionInput, extractDocument } from './extract-document.ts'
import type { WorkerMessage } from './worker-pool.ts'

const limits = workerData as ExtractionLimits
const port = parentPort!
const encoder = new TextEncoder()
const tell = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

/** JSON lines of chunks, some thousands at a time: all of a large document at once would take its size several times over. */
function linesOf(chunks: Chunk[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for (let from = 0; from < chunks.length; from += 2_000) {
    const lines = chunks.slice(from, from + 2_000).map((chunk) => `${JSON.stringify(chunk)}\n`)
    const part = encoder.encode(lines.join(''))
    parts.push(part)
    size += part.length
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts.splice(0)) {
    all.set(part, at)
    at += part.length
  }
  return all
}

port.on('message', async (input: ExtractionInput) => {
  try {
    const document = await extractDocument(input, limits, (done, total) => tell({ kind: 'progress', done, total }))
    const chunks = splitIntoChunks(document.text, document.blocks)
    const text = encoder.encode(document.text)
    const chunkLines = linesOf(chunks)
    const { language, title, pages } = document
    tell(
      {
        kind: 'done',
        extracted: {
          text,
          chunkLines,
          chunks: chunks.length,
          language,
          ...(title && { title }),
          ...(pages && { pages }),
        },
      },
      [text.buffer as ArrayBuffer, chunkLines.buffer as ArrayBuffer],
    )
  } catch (error) {
    const isKnown = error instanceof ServiceError
    const cause = isKnown ? (error.cause ?? error) : error
    tell({
      kind: 'failed',
      code: isKnown ? error.code : 'processing_failed',
      detail: isKnown ? error.message : errorCodes.processing_failed.title,
      cause: cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
    })
  }
})
