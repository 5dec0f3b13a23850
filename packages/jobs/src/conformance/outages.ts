import { maxOutageMs, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { expect, test } from 'vitest'
import type { Work } from './work.ts'

type Surroundings = {
  clock: { at: number }
  /** A job that is due, as it is stored. */
  stored(): Promise<Stored<Work>>
  /** Works on the jobs that are due. */
  sweep(): Promise<void>
  beforeEachPart(work: (process: string, part: number) => Promise<void>): void
}

/** What jobs promise of outages: they are waited for, within a day. */
export function outagesConformance({ clock, stored, sweep, beforeEachPart }: Surroundings) {
  test('an outage uses up no attempt, says so meanwhile, and is over when it is over', async () => {
    let fails = true
    beforeEachPart(async (_, part) => {
      if (fails && part === 1) throw new ServiceError('policy_unavailable', { cause: new ServiceError('unavailable') })
    })
    const pauses: number[] = []
    for (const began = clock.at; clock.at - began < maxOutageMs - 300_000; ) {
      await sweep()
      const { dueAt, tries, waitsFor, outageSince } = (await stored()).body
      expect([tries, waitsFor, outageSince]).toEqual([0, 'policy_unavailable', began])
      pauses.push(dueAt! - clock.at)
      // Much later than it is due, so that a day takes few steps.
      clock.at += Math.max(dueAt! - clock.at, pauses.length > 4 ? 3_600_000 : 0)
    }
    expect(pauses.slice(0, 4)).toEqual([1_000, 1_000, 2_000, 4_000])
    expect(Math.max(...pauses)).toBe(300_000)
    fails = false
    await sweep()
    const { body } = await stored()
    expect(body).toMatchObject({ done: 4, state: 'finished', tries: 0 })
    for (const field of ['waitsFor', 'outageSince']) expect(body).not.toHaveProperty(field)
  })

  test('an outage that lasts for more than a day counts as failures do', async () => {
    beforeEachPart(async () => {
      throw new ServiceError('unavailable')
    })
    await sweep()
    clock.at += maxOutageMs
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await stored()).body.state).toBeUndefined()
      await sweep()
      clock.at += 300_000
    }
    expect((await stored()).body.state).toBe('failed')
  })
}
