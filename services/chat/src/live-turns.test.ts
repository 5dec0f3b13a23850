import { expect, it } from 'vitest'
import { liveTurnsOf } from './live-turns.ts'

const never = new AbortController().signal
const open = () => liveTurnsOf({ collections: {} })

it('a ring between a look into the store and the wait is not missed', async () => {
  const live = open()
  const leave = live.enter('turn')
  const heard = live.ringsOf('turn')
  live.ring('turn')
  await live.nextRing('turn', heard, 60_000, never)
  leave()
})

it('a bell wakes every reader of its turn, and nobody else', async () => {
  const live = open()
  const leave = ['turn', 'turn', 'other'].map((turn) => live.enter(turn))
  const both = Promise.all([live.nextRing('turn', 0, 60_000, never), live.nextRing('turn', 0, 60_000, never)])
  const abort = new AbortController()
  let isOtherAwake = false
  const other = live.nextRing('other', 0, 60_000, abort.signal).then(() => {
    isOtherAwake = true
  })
  live.ring('turn')
  await both
  expect(isOtherAwake).toBe(false)
  abort.abort()
  await other
  for (const each of leave) each()
  expect(live.size).toBe(0)
})

it('two services share nothing; the same one always gets the same', () => {
  const [collections, others] = [{}, {}]
  expect(liveTurnsOf({ collections })).toBe(liveTurnsOf({ collections }))
  expect(liveTurnsOf({ collections }).owner).not.toBe(liveTurnsOf({ collections: others }).owner)
})
