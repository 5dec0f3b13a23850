import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { chunkIndexConformance } from './conformance.ts'
import { lancedbChunkIndex } from './lancedb.ts'

describe('LanceDB', () => {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-chunks-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  chunkIndexConformance(async () => lancedbChunkIndex(dir))
})
