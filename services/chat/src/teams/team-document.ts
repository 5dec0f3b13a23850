import type { Team } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { Leased } from '@frontdesk/jobs'

/** A team. A deleted one is due until nothing refers to it any more; nobody sees it meanwhile. */
export type TeamDocument = Omit<Team, 'id'> &
  Leased & {
    /** The member who got a conversation last: the turn goes on behind them. */
    lastAssigned?: string
    deletedAt?: string
    /** Its conversations were already searched once after the deletion. */
    isSwept?: true
  }

export const teams = collection<TeamDocument>('chat-teams', [
  { fields: ['createdAt'] },
  { fields: ['dueAt'], acrossTenants: true },
])
