import type { z } from 'zod'
import type { config } from './config.ts'
import { openExtraction } from './extraction/open-extraction.ts'

/** What one running service has: the threads that extract. */
export const openState = ({ config: settings }: { config: z.output<typeof config> }) => ({
  extraction: openExtraction(settings),
})
export type State = ReturnType<typeof openState>
