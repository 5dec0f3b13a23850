import type { z } from 'zod'
import type { config } from './config.ts'
import { openReadSources } from './contradictions/read-sources-cache.ts'
import { openExtraction } from './extraction/open-extraction.ts'

/** What one running service has: the threads that extract, and what it read of other sources. */
export const openState = ({ config: settings }: { config: z.output<typeof config> }) => ({
  extraction: openExtraction(settings),
  readSources: openReadSources(),
})
export type State = ReturnType<typeof openState>
