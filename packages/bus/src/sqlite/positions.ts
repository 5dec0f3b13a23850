/** Positions that one transaction of a long job looks at, so that it never holds the event loop for long. */
export const positionsPerStep = 1_000
