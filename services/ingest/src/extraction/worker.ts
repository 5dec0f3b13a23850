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

/** JSON lines of chunks, in memory that grows where it stands: parts that are joined at the end would take it twice. */
function linesOf(chunks: Chunk[], textBytes: number): Uint8Array<ArrayBuffer> {
  let lines = new Uint8Array(Math.ceil(textBytes * 1.5) + 4_096)
  let at = 0
  for (const chunk of chunks) {
    const line = `${JSON.stringify(chunk)}\n`
    // A code unit takes three bytes of UTF-8 at most.
    if (lines.length - at < line.length * 3) {
      lines = new Uint8Array(lines.buffer.transfer(Math.ceil(lines.length * 1.5) + line.length * 3))
    }
    at += encoder.encodeInto(line, lines.subarray(at)).written
  }
  // What is left over was never touched, so it takes no memory; giving it back would copy the rest.
  return lines.subarray(0, at)
}

function extractedOf(document: ExtractedDocument): Extracted {
  const chunks = splitIntoChunks(document.text, document.blocks)
  const { language, title, pages } = document
  const text = encoder.encode(document.text)
  return {
    text,
    chunkLines: linesOf(chunks, text.length),
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
