// The entry of a worker thread: takes one document at a time, answers its text and chunks as bytes ready for storage.
import { parentPort, workerData } from 'node:worker_threads'
import type { Chunk } from '@frontdesk/contracts'
import { splitIntoChunks } from '../split-into-chunks.ts'
import type { ExtractedDocument, ExtractionLimits } from './document.ts'
import { type ExtractionTask, extractDocument } from './extract-document.ts'
import { failureOf, type ThreadMessage } from './thread-pool.ts'
import type { Extracted, ReadingResult } from './worker-pool.ts'

const limits = workerData as ExtractionLimits & { picturePixels: number }
const port = parentPort!
const encoder = new TextEncoder()
const tell = (message: ThreadMessage<ReadingResult>, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer)

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

function extractedOf(document: ExtractedDocument): Extracted {
  const chunks = splitIntoChunks(document.text, document.blocks)
  const { language, title, pages } = document
  return {
    text: encoder.encode(document.text),
    chunkLines: linesOf(chunks),
    chunks: chunks.length,
    language,
    ...(title && { title }),
    ...(pages && { pages }),
  }
}

port.on('message', async (task: ExtractionTask) => {
  try {
    const { document, unread, pages } = await extractDocument(task, limits, (done, total) =>
      tell({ kind: 'progress', done, total }),
    )
    if (!document) return tell({ kind: 'done', result: { unread, pages } })
    const extracted = extractedOf(document)
    const { text, chunkLines } = extracted
    tell({ kind: 'done', result: { extracted, unread, pages } }, [text.buffer, chunkLines.buffer] as ArrayBuffer[])
  } catch (error) {
    tell(failureOf(error))
  }
})
