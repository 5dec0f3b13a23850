import { maxOutageMs, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { expect, test } from 'vitest'
import type { TestProcess } from './declared-jobs.ts'
import type { Work } from './work.ts'

type Surroundings = {
  clock: { at: number }
  a(): TestProcess
  b(): TestProcess
  /** A job that is due, and as it is stored. */
  id(): string
  stored(): Promise<Stored<Work>>
  effects(): string[]
  beforeEachPart(wait: (process: string, part: number) => Promise<void>): void
}

/** What becomes of jobs whose work fails, by its own fault or in an outage. */
export function failedJobsConformance({ clock, a, b, id, stored, effects, beforeEachPart }: Surroundings) {
  test('a failure waits, twice as long each time, and a checkpoint begins the count again', async () => {
    let fails = true
    beforeEachPart(async (_, part) => {
      if (fails && part === 1) throw new ServiceError('internal')
    })
    await a().sweep()
    const waits = async () => {
      const { dueAt, tries, waitsFor, claim } = (await stored()).body
      expect([waitsFor, claim]).toEqual(['internal', undefined])
      return [dueAt! - clock.at, tries]
    }
    expect(await waits()).toEqual([1_000, 1])
    await b().sweep()
    expect(effects()).toEqual(['a0'])
    clock.at += 1_000
    await b().sweep()
    expect(await waits()).toEqual([2_000, 2])
    fails = false
    beforeEachPart(async (_, part) => {
      if (part === 3) throw new ServiceError('internal')
    })
    clock.at += 2_000
    await b().sweep()
    expect(await waits()).toEqual([1_000, 1])
    beforeEachPart(async () => {})
    clock.at += 1_000
    await b().sweep()
    expect((await stored()).body).toMatchObject({ done: 4, state: 'finished' })
    expect((await stored()).body).not.toHaveProperty('waitsFor')
  })

  test('an outage uses up no attempt, says so meanwhile, and is over when it is over', async () => {
    let fails = true
    beforeEachPart(async (_, part) => {
      if (fails && part === 1) throw new ServiceError('policy_unavailable', { cause: new ServiceError('unavailable') })
    })
    const pauses: number[] = []
    for (const began = clock.at; clock.at - began < maxOutageMs - 300_000; ) {
      await a().sweep()
      const { dueAt, tries, waitsFor, outageSince } = (await stored()).body
      expect([tries, waitsFor, outageSince]).toEqual([0, 'policy_unavailable', began])
      pauses.push(dueAt! - clock.at)
      // Much later than it is due, so that a day takes few steps.
      clock.at += Math.max(dueAt! - clock.at, pauses.length > 4 ? 3_600_000 : 0)
    }
    expect(pauses.slice(0, 4)).toEqual([1_000, 1_000, 2_000, 4_000])
    expect(Math.max(...pauses)).toBe(300_000)
    fails = false
    await b().sweep()
    const { body } = await stored()
    expect(body).toMatchObject({ done: 4, state: 'finished', tries: 0 })
    for (const field of ['waitsFor', 'outageSince']) expect(body).not.toHaveProperty(field)
  })

  test('an outage that lasts for more than a day counts as failures do', async () => {
    beforeEachPart(async () => {
      throw new ServiceError('unavailable')
    })
    await a().sweep()
    clock.at += maxOutageMs
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await stored()).body.state).toBeUndefined()
      await a().sweep()
      clock.at += 300_000
    }
    expect((await stored()).body.state).toBe('failed')
  })

  test('a job is given up after so many failures, and at once where trying again is no use', async () => {
    beforeEachPart(async () => {
      throw new ServiceError('internal')
    })
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await stored()).body.state).toBeUndefined()
      await a().sweep()
      clock.at += 10_000
    }
    const { body } = await stored()
    expect(body.state).toBe('failed')
    expect(body.dueAt).toBeUndefined()

    await a().works.put('acme', id(), { done: 0, dueAt: clock.at })
    beforeEachPart(async () => {
      throw new ServiceError('not_found')
    })
    await a().sweep()
    expect((await stored()).body.state).toBe('failed')
  })

  test('a job over which processes die is given up like one that fails', async () => {
    await a().works.put('acme', id(), { done: 0, dueAt: clock.at, tries: 3 })
    await a().sweep()
    expect(effects()).toEqual([])
    expect((await stored()).body.state).toBe('failed')
  })
}
