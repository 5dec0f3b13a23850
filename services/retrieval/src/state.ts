import type { Space } from '@frontdesk/chunk-index'

type KnownSpaces = { spaces: Space[]; until: number }

/** What one running service knows: where the chunks of each tenant stand, and until when the loss of an index needs no other look. */
export const openState = () => ({ spaces: new Map<string, KnownSpaces>(), noticed: new Map<string, number>() })
export type State = ReturnType<typeof openState>
