import type { Space } from '@frontdesk/chunk-index'

type KnownSpaces = { spaces: Space[]; until: number }

/** What one running service knows: where the chunks of each tenant stand. */
export const openState = () => ({ spaces: new Map<string, KnownSpaces>() })
export type State = ReturnType<typeof openState>
