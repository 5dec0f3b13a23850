import type { Collection, Stored } from '@frontdesk/documents'
import { expect, test, vi } from 'vitest'
import type { JobDefinition } from '../index.ts'
import type { Work, WorkContext } from './work.ts'

/** A process of a service that has jobs. */
export type TestProcess = {
  works: Collection<Work>
  sweep(): Promise<void>
  begin(): void
  stop(): Promise<void>
  commit(tenant: string, id: string, body: Work): Promise<unknown>
}

type Surroundings = {
  clock: { at: number }
  start(name: string, declared: Pick<JobDefinition<WorkContext, Work>, 'everyMs' | 'slots'>): Promise<TestProcess>
  works(): Collection<Work>
  /** A job that is due, and as it is stored. */
  id(): string
  stored(): Promise<Stored<Work>>
  effects(): string[]
  beforeEachPart(wait: (process: string, part: number, signal: AbortSignal, tenant: string) => Promise<void>): void
}

const patience = { timeout: 20_000 }

/** What a service may expect that declares its jobs: they are found, begun and stopped, so many at once. */
export function declaredJobsConformance({ clock, start, works, id, stored, effects, beforeEachPart }: Surroundings) {
  /** Counts who is at work at once, of each tenant and of all, until `letGo` is called. */
  function gather(atPart = 0) {
    const letGo = Promise.withResolvers<void>()
    const inside = new Map<string, number>()
    beforeEachPart(async (_process, part, _signal, tenant) => {
      if (part !== atPart) return
      inside.set(tenant, (inside.get(tenant) ?? 0) + 1)
      await letGo.promise
    })
    return { inside, letGo: letGo.resolve }
  }
  const ended = async (tenant: string, workIds: string[]) =>
    (await works().getMany(tenant, workIds)).filter(({ body }) => body.state === 'finished').length

  test('a commit that leaves a job due begins it at once, in the process that made it', async () => {
    await works().remove('acme', id())
    const d = await start('d', { everyMs: 3_600_000 })
    await d.commit('acme', id(), { done: 0, dueAt: clock.at })
    await vi.waitFor(async () => expect(await ended('acme', [id()])).toBe(1), patience)
    expect(effects()).toEqual(['d0', 'd1', 'd2', 'd3'])
    await d.stop()
  })

  test('a declared job is found by the sweep, and a stop hands it back', async () => {
    const isHeld = Promise.withResolvers<void>()
    beforeEachPart(async (_process, part, signal) => {
      if (part !== 2) return
      isHeld.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    const d = await start('d', { everyMs: 1 })
    await isHeld.promise
    await d.stop()
    expect((await stored()).body).toMatchObject({ done: 2, tries: 0, dueAt: clock.at })
    expect((await stored()).body.claim).toBeUndefined()
  })

  test('a process works on so many jobs of a key at once and so many in all, and on the others as soon as it can', async () => {
    const { inside, letGo } = gather()
    const ids = [1, 2, 3, 4].map((each) => `${id()}_${each}`)
    await works().remove('acme', id())
    const d = await start('d', { everyMs: 3_600_000, slots: { perKey: 2, total: 3 } })
    for (const each of ids) await d.commit('acme', each, { done: 0, dueAt: clock.at })
    await vi.waitFor(() => expect(inside.get('acme')).toBe(2), patience)
    for (const each of ids) await d.commit('umbrella', each, { done: 0, dueAt: clock.at })
    await vi.waitFor(() => expect(inside.get('umbrella')).toBe(1), patience)
    // Whoever had a slot now and did not wait for it would have taken it by then.
    for (const each of ids)
      expect((await works().get('acme', each))!.body.claim === undefined).toBe(!ids.slice(0, 2).includes(each))
    expect([...inside]).toEqual([
      ['acme', 2],
      ['umbrella', 1],
    ])
    letGo()
    await vi.waitFor(async () => expect((await ended('acme', ids)) + (await ended('umbrella', ids))).toBe(8), patience)
    await d.stop()
  })

  test('what is more than may wait in a process is found by a later sweep, also behind many of another key', async () => {
    const { inside, letGo } = gather(3)
    await works().remove('acme', id())
    const many = Array.from({ length: 350 }, (_, i) => ({ id: `${id()}_${i}`, body: { done: 3, dueAt: clock.at - 1 } }))
    await works().putMany('acme', many)
    await works().put('umbrella', id(), { done: 3, dueAt: clock.at })
    const d = await start('d', { everyMs: 1, slots: { perKey: 2, maxWaiting: 4 } })
    // It is on the fourth page of what is due; one sweep reads three.
    await vi.waitFor(() => expect(inside.get('umbrella')).toBe(1), patience)
    letGo()
    await d.stop()
  }, 30_000)
}
