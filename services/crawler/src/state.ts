import pLimit from 'p-limit'

/** What one running service has: the end of the line for each site, and bodies on their way at once (each may take 20 MB). */
export const openState = () => ({ lines: new Map<string, Promise<unknown>>(), bodies: pLimit(8) })
export type State = ReturnType<typeof openState>
