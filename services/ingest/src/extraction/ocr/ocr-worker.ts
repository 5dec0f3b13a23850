// The entry of a thread that recognises words: one page at a time, of the document that it opened last or of another.
import { parentPort, workerData } from 'node:worker_threads'
import { failureOf, type ThreadMessage } from '@frontdesk/threads'
import { type OpenDocument, openDocument } from './draw-page.ts'
import type { OcrLimits, OcrTask, Word } from './ocr.ts'
import { recogniseWords, startRecogniser } from './recognise-words.ts'

const limits = workerData as OcrLimits
const port = parentPort!
/** A document of which no page was asked for so long is finished. */
const keptMs = 1_000

let opened: { name: string; document: OpenDocument } | undefined
let closing: NodeJS.Timeout | undefined
/** Started by the first page that has something on it. */
let recogniser: ReturnType<typeof startRecogniser> | undefined

async function closeDocument(): Promise<void> {
  const { document } = opened ?? {}
  opened = undefined
  await document?.close()
}

async function documentOf({ document: name, filename, bytes }: OcrTask): Promise<OpenDocument> {
  if (opened?.name !== name) {
    await closeDocument()
    const own = new Uint8Array(bytes.byteLength)
    own.set(new Uint8Array(bytes))
    opened = { name, document: await openDocument(filename, own, limits) }
  }
  return opened.document
}

async function recognise(task: OcrTask): Promise<Word[]> {
  const drawing = await (await documentOf(task)).draw(task.page)
  if (!drawing) return []
  recogniser ??= startRecogniser()
  return recogniseWords(await recogniser, drawing)
}

port.on('message', async (task: OcrTask) => {
  clearTimeout(closing)
  let message: ThreadMessage<Word[]>
  try {
    message = { kind: 'done', result: await recognise(task) }
  } catch (error) {
    message = failureOf(error)
  }
  closing = setTimeout(closeDocument, keptMs)
  port.postMessage(message)
})
port.postMessage({ kind: 'ready' } satisfies ThreadMessage<Word[]>)
