import { expect, it } from 'vitest'
import { limitBodies } from './limit-bodies.ts'

it('one large body at a time, beside some others', async () => {
  const run = limitBodies()
  const now = { large: 0, others: 0 }
  const most = { large: 0, others: 0 }
  const ends: (() => void)[] = []
  const work = (kind: 'large' | 'others') => async () => {
    most[kind] = Math.max(most[kind], ++now[kind])
    await new Promise<void>((end) => ends.push(end))
    now[kind]--
  }
  const all = Array.from({ length: 12 }, (_, i) =>
    i % 2 ? run(40_000_000, work('large')) : run(300_000, work('others')),
  )
  for (let ended = 0; ended < all.length; ended++) {
    await new Promise((turn) => setImmediate(turn))
    ends.shift()!()
  }
  await Promise.all(all)
  expect(most).toEqual({ large: 1, others: 4 })
})
