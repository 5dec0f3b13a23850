import type { Activity } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

/** A line of the log, with its place in it. `place` orders it within its conversation: `<event>.<line>`, padded. */
export type ActivityDocument = Activity & { conversationId: string; place: string }

/** The activity log of conversations; projected from events, keyed by the activity's id. */
export const activityLog = collection<ActivityDocument>('chat-activity', [{ fields: ['conversationId', 'place'] }])
