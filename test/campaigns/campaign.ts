import type { Group } from '../../scripts/gate/watch-group.ts'

/** What a campaign can't run without; `scripts/campaign.ts` says how to get it. */
export type Need = 'engines' | 'chromium' | 'firefox' | 'docker'

/** A long proof, run by name: `make campaign NAME`. Each is a folder here, with this in its `campaign.ts`. */
export type Campaign = {
  /** One sentence: what holds when it is green. */
  proves: string
  needs: readonly Need[]
  /** It proves what it can with what is here. Any other one is red when a test lacks something: it would prove less than it says. */
  mayLeaveOut?: true
  /** When it is ended. */
  limitMinutes: number
  /** What it runs, one after the other. */
  groups(): Iterable<Group>
}

/** The whole of a vitest project, or some files of it. */
export const tests = (name: string, project: string, minutes: number, files?: readonly string[]): Group => ({
  name,
  project,
  limitSeconds: minutes * 60,
  ...(files && { files }),
})
