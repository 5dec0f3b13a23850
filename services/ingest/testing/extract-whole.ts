import type { TaskOptions } from '@frontdesk/threads'
import type {
  DocumentToExtract,
  Extracted,
  ExtractedPart,
  PartWriter,
  WorkerPool,
} from '../src/extraction/worker-pool.ts'

export type WholeExtracted = Extracted & { text: Uint8Array; chunkLines: Uint8Array }

function collector(): PartWriter<ExtractedPart> {
  const parts: ExtractedPart[] = []
  const joined = (name: keyof ExtractedPart) => Buffer.concat(parts.map((part) => part[name]))
  return {
    async write(part) {
      parts.push(part)
    },
    end: async () => ({ text: joined('text'), chunkLines: joined('chunkLines') }),
    async abort() {},
  }
}

/** Extracts a document and holds all of it, for tests and benchmarks. */
export async function extractWhole(
  pool: WorkerPool,
  document: DocumentToExtract,
  options: Pick<TaskOptions, 'signal' | 'onProgress'>,
): Promise<WholeExtracted> {
  const { stored, ...extracted } = await pool.extract(document, { ...options, open: collector })
  return { ...extracted, ...stored }
}
