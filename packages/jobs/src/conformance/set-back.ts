import type { Collection, Stored } from '@frontdesk/documents'
import { expect, test, vi } from 'vitest'
import type { TestProcess } from './declared-jobs.ts'
import type { Work } from './work.ts'

type Surroundings = {
  clock: { at: number }
  /** Another process, which looks for jobs by itself. */
  start(name: string, declared: { maxWaitMs: number }): Promise<TestProcess>
  a(): TestProcess
  b(): TestProcess
  works(): Collection<Work>
  /** The job that is due, and as it is stored. */
  id(): string
  stored(): Promise<Stored<Work>>
  effects(): string[]
  /** Holds process `a` before a part. */
  stall(atPart: number): { isHeld: Promise<void>; letGo: () => void }
  beforeEachPart(work: (process: string, part: number) => Promise<void>): void
}

/** What jobs promise when the clock is set back: nothing waits for as long as it was ahead. */
export function setBackConformance({
  clock,
  start,
  a,
  b,
  works,
  id,
  stored,
  effects,
  stall,
  beforeEachPart,
}: Surroundings) {
  test('what a crash left is taken over though the clock was set back a day, and not when it is minutes behind', async () => {
    const { isHeld, letGo } = stall(2)
    const first = a().sweep()
    await isHeld
    clock.at -= 2 * 60_000
    await b().sweep()
    expect(effects()).toEqual(['a0', 'a1'])
    clock.at -= 24 * 3_600_000
    await b().sweep()
    expect(effects()).toEqual(['a0', 'a1', 'b2', 'b3'])
    letGo()
    await first
    clock.at += 25 * 3_600_000
  })

  test('a job that failed is tried again though the clock was set back a day', async () => {
    beforeEachPart(async () => {
      throw new Error('fails')
    })
    await a().sweep()
    beforeEachPart(async () => {})
    clock.at -= 24 * 3_600_000
    await b().sweep()
    expect((await stored()).body).toMatchObject({ state: 'finished' })
    clock.at += 25 * 3_600_000
  })

  test('a job that is put off by itself waits no longer than it says, wherever the clock is set to', async () => {
    await works().put('acme', id(), { done: 0, tries: 0, dueAt: clock.at + 24 * 3_600_000 })
    await b().sweep()
    expect(effects()).toEqual([])
    const patient = await start('patient', { maxWaitMs: 3_600_000 })
    await patient.sweep()
    await vi.waitFor(async () => expect((await stored()).body).toMatchObject({ state: 'finished' }))
  })
}
