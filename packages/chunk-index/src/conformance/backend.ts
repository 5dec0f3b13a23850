import { afterEach } from 'vitest'
import type { ChunkIndex } from '../port.ts'

/** Connects to the same backend each time. */
export type OpenChunkIndex = () => Promise<ChunkIndex>

/** A chunk index on the backend, closed after each test. */
export function onBackend(open: OpenChunkIndex) {
  const opened: ChunkIndex[] = []
  const closeAll = async () => {
    for (const index of opened.splice(0)) await index.close()
  }
  afterEach(closeAll)

  async function start(): Promise<ChunkIndex> {
    const index = await open()
    opened.push(index)
    return index
  }

  return {
    start,
    /** Lets go of the backend altogether and comes back. */
    async restart() {
      await closeAll()
      return start()
    },
  }
}
