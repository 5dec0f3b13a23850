import { expect, it } from 'vitest'
import { openLiveTurns } from './live-turns.ts'

const never = new AbortController().signal

it('a notification between reading the store and waiting is not missed', async () => {
  const live = openLiveTurns()
  const leave = live.enter('turn')
  const seen = live.notificationsOf('turn')
  live.notify('turn')
  await live.nextNotification('turn', seen, 60_000, never)
  leave()
})

it('a notification wakes every reader of its turn, and no others', async () => {
  const live = openLiveTurns()
  const leave = ['turn', 'turn', 'other'].map((turn) => live.enter(turn))
  const both = Promise.all([
    live.nextNotification('turn', 0, 60_000, never),
    live.nextNotification('turn', 0, 60_000, never),
  ])
  const abort = new AbortController()
  let isOtherAwake = false
  const other = live.nextNotification('other', 0, 60_000, abort.signal).then(() => {
    isOtherAwake = true
  })
  live.notify('turn')
  await both
  expect(isOtherAwake).toBe(false)
  abort.abort()
  await other
  for (const each of leave) each()
  expect(live.size).toBe(0)
})
