import { afterEach, beforeEach, expect, it } from 'vitest'
import { handClock, startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts'
import { countersOf, countRefusal, countTry, maxTries } from './count-tries.ts'
import { openFullCounters } from './full-counters.ts'

let gateway: TestGateway
let clock: ReturnType<typeof handClock>
beforeEach(async () => {
  clock = handClock()
  gateway = await startTestGateway({ clock, sweeps: false })
})
afterEach(() => gateway.stop())

const take = (network: string, about: string) => countTry('sign-in', { network, about }, gateway.context)
const refused = { code: 'rate_limited', retryAfterSeconds: 900 }

it('ten tries of one network with one address, a hundred of one network, and none of others are affected', async () => {
  for (let i = 0; i < maxTries.ofAddress; i++) await take('10.0.0.1', 'ada')
  await expect(take('10.0.0.1', 'ada')).rejects.toMatchObject(refused)
  await take('10.0.0.2', 'ada')
  // What is refused by the address is not counted against the network.
  for (let i = maxTries.ofAddress; i < maxTries.ofNetwork; i++) await take('10.0.0.1', `somebody ${i}`)
  await expect(take('10.0.0.1', 'somebody else')).rejects.toMatchObject(refused)
  await take('10.0.0.2', 'somebody else')
  clock.advance(15 * 60_000)
  await take('10.0.0.1', 'ada')
})

it('tries that come at once are counted one by one, and one that was right is taken back', async () => {
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => take('10.0.0.1', 'ada')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxTries.ofAddress)
  clock.advance(15 * 60_000)
  for (let i = 0; i < 30; i++) await (await take('10.0.0.1', 'ada'))()
  await take('10.0.0.1', 'ada')
})

it('a counter that was full for a moment holds nobody up when tries are taken back', async () => {
  const people = Array.from({ length: maxTries.ofNetwork }, (_, i) => `person ${i}`)
  const taken = []
  for (const about of people) taken.push(await take('10.0.0.1', about))
  await expect(take('10.0.0.1', 'one more')).rejects.toMatchObject(refused)
  for (const refund of taken) await refund()
  await take('10.0.0.1', 'one more')
})

it('nor when they are taken back at another gateway, 2 s later', async () => {
  const { context } = gateway
  const elsewhere = { ...context, state: { ...context.state, fullCounters: openFullCounters() } }
  const tried = { network: '10.0.0.1', about: 'ada' }
  const taken = []
  for (let i = 0; i < maxTries.ofAddress; i++) taken.push(await countTry('sign-in', tried, elsewhere))
  await expect(take('10.0.0.1', 'ada')).rejects.toMatchObject(refused)
  for (const refund of taken) await refund()
  clock.advance(2_000)
  await take('10.0.0.1', 'ada')
})

it('100,000 guesses at one address from other networks touch no counter of its owner', async () => {
  const owner = new Set(countersOf('sign-in', { network: '192.0.2.7', about: 'ada' }).map(({ id }) => id))
  expect(owner.size).toBe(2)
  for (let i = 0; i < 100_000; i++)
    for (const { id } of countersOf('sign-in', { network: `2001:db8:${i >> 16}:${i & 0xffff}`, about: 'ada' }))
      if (owner.has(id)) throw new Error(`${i} counts for the owner`)

  for (let i = 0; i < 500; i++) await take(`2001:db8:0:${i}`, 'ada')
  for (let i = 0; i < maxTries.ofAddress; i++) await take('192.0.2.7', 'ada')
  await expect(take('192.0.2.7', 'ada')).rejects.toMatchObject(refused)
})

it('refusals of one address are numbered, so that ever fewer of them are told', async () => {
  const count = () => countRefusal('refused', 'ada', gateway.context)
  expect([await count(), await count(), await count()]).toEqual([1, 2, 3])
  clock.advance(15 * 60_000)
  expect(await count()).toBe(1)
})
