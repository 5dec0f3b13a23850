// The entry of a worker thread: takes one document at a time, and hands its text and chunks over part by part.
import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError } from '@frontdesk/contracts'
import { DamagedText } from '@frontdesk/text-files'
import { UnknownCharset } from '@frontdesk/text-files/charset'
import { failureOf, partTaken, type ThreadMessage } from '@frontdesk/threads'
import { chunkCutter } from '../chunks/split-into-chunks.ts'
import { textFingerprint } from '../duplicates/fingerprint-text.ts'
import { detectLanguage } from './detect-language.ts'
import type { ExtractionLimits } from './document.ts'
import { type ComposedDocument, type ExtractionTask, extractDocument } from './extract-document.ts'
import { GrowingBytes } from './growing-bytes.ts'
import { withoutCanvas } from './pdf/without-canvas.ts'
import type { Extracted, ExtractedPart, ReadingTask } from './worker-pool.ts'

const limits = workerData as ExtractionLimits & { picturePixels: number }
const port = parentPort!
const tell = (message: ThreadMessage<unknown, ExtractedPart>, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer)

/** The size (bytes) from which a part is sent. */
const partBytes = 1024 * 1024
/** The language is detected from this many bytes in the middle of a text. */
const sampleBytes = 8_192

// Pages are drawn in the threads of OCR.
withoutCanvas()

let onTaken = () => {}

/** Sends a part, and waits until it was stored, so that this thread holds at most one part. */
function handOver(text: Uint8Array<ArrayBuffer>, chunkLines: Uint8Array<ArrayBuffer>): Promise<void> {
  const taken = new Promise<void>((resolve) => {
    onTaken = resolve
  })
  tell({ kind: 'part', part: { text, chunkLines } }, [text.buffer, chunkLines.buffer])
  return taken
}

function sampleOf(text: Uint8Array): string {
  const from = Math.max(0, (text.length - sampleBytes) >> 1)
  // A character that is cut in two at an end is no letter.
  return new TextDecoder().decode(text.subarray(from, from + sampleBytes))
}

async function extractParts({
  parts,
  title,
  description,
  pages,
  encoding,
  unreadNotes,
}: ComposedDocument): Promise<Extracted> {
  const cutter = chunkCutter()
  let text = new GrowingBytes()
  let lines = new GrowingBytes()
  let chunks = 0
  const samples: string[] = []
  const keep = (cut: object[]) => {
    for (const chunk of cut) lines.append(`${JSON.stringify(chunk)}\n`)
    chunks += cut.length
  }
  const flush = async () => {
    const [textBytes, lineBytes] = [text.take(), lines.take()]
    text = new GrowingBytes()
    lines = new GrowingBytes()
    samples.push(sampleOf(textBytes))
    await handOver(textBytes, lineBytes)
  }
  for await (const part of parts) {
    text.append(part.text)
    keep(cutter.add(part.text, [part.block]))
    if (text.length + lines.length > partBytes) await flush()
  }
  keep(cutter.end())
  await flush()
  // The last part may be short: of two it is the first that counts.
  const language = detectLanguage(samples[(samples.length - 1) >> 1]!)
  return {
    chunks,
    language,
    ...(title && { title }),
    ...(description && { description }),
    ...(pages && { pages }),
    ...(encoding && { encoding }),
    ...(unreadNotes && { unreadNotes }),
  }
}

async function extract(task: ExtractionTask) {
  const { document, unread, pages } = await extractDocument(task, limits, (done, total) =>
    tell({ kind: 'progress', done, total }),
  )
  return { ...(document && { extracted: await extractParts(document) }), unread, pages }
}

port.on('message', async (task: ReadingTask | typeof partTaken) => {
  if (task === partTaken) return onTaken()
  try {
    const result = task.kind === 'extract' ? await extract(task) : textFingerprint(task.text)
    tell({ kind: 'done', result })
  } catch (error) {
    if (error instanceof UnknownCharset) {
      const { candidates } = error
      tell(failureOf(new ServiceError('charset_unknown', { candidates, cause: error })))
      return
    }
    const damaged = error instanceof DamagedText && { detail: error.message, cause: error }
    tell(failureOf(damaged ? new ServiceError('damaged_document', damaged) : error))
  }
})
tell({ kind: 'ready' })
