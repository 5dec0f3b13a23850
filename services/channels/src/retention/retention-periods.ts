const minuteMs = 60_000
const dayMs = 86_400_000

/** A request as it came is kept so long after it was worked off, for whoever looks into what went wrong. */
export const requestRetentionMs = 7 * dayMs
/** One that could not be worked off is there so long for a dead letter to be given back. */
export const failedRetentionMs = 30 * dayMs
/** An e-mail as it came is there so long: one that was left out to be restored, one that became a message to be looked into. */
export const mailRetentionMs = 30 * dayMs
/** That a message was taken, without a word of it: providers give up redelivering after three days. */
export const markerRetentionMs = 31 * dayMs
/** A lane is forgotten after so long without anything in it. */
export const laneRetentionMs = 7 * dayMs
/** When mails came is forgotten after so long without another one: the longest window in which they are counted. */
export const arrivalRetentionMs = 30 * dayMs
/** A request of which nothing was heard for so long may have lost whoever was about to tell of it. */
export const requeueAfterMs = 10 * minuteMs
