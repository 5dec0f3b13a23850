/** How far a backup or a restore is, for a person who waits. */
export type Progress = (step: string, done: number) => void
