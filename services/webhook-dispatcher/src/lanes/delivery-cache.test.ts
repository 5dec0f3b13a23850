import type { Stored } from '@frontdesk/documents'
import { expect, it } from 'vitest'
import type { DeliveryDocument } from '../deliveries/delivery-document.ts'
import { openDeliveryCache } from './delivery-cache.ts'

const delivery = (sequence: number, body = '{}') =>
  ({ id: `dlv_${sequence}`, body: { event: { sequence }, body } }) as Stored<DeliveryDocument>

it('the delivery behind the last settled one is known, one after the other', () => {
  const cache = openDeliveryCache()
  for (const sequence of [2, 3]) cache.add('lane', delivery(sequence))
  cache.settled('lane', 1)
  expect(cache.takeNext('lane')?.id).toBe('dlv_2')
  cache.settled('lane', 2)
  expect(cache.takeNext('other')).toBeUndefined()
  expect(cache.takeNext('lane')?.id).toBe('dlv_3')
  expect(cache.takeNext('lane')).toBeUndefined()
})

it('the first of all is known without another before it', () => {
  const cache = openDeliveryCache()
  cache.add('lane', delivery(1))
  expect(cache.takeNext('lane')?.id).toBe('dlv_1')
})

it('the store is asked when nothing was settled, or something is missing in between', () => {
  const cache = openDeliveryCache()
  cache.add('lane', delivery(2))
  expect(cache.takeNext('lane')).toBeUndefined()
  cache.add('lane', delivery(3))
  cache.settled('lane', 1)
  expect(cache.takeNext('lane')).toBeUndefined()
  // What could not be used is not kept for later.
  cache.settled('lane', 2)
  expect(cache.takeNext('lane')).toBeUndefined()
})

it('the store is asked when something earlier goes again', () => {
  const cache = openDeliveryCache()
  cache.settled('lane', 1)
  cache.add('lane', delivery(2))
  cache.forget('lane')
  expect(cache.takeNext('lane')).toBeUndefined()
})

it('nothing is known any more when bodies have changed', () => {
  const cache = openDeliveryCache()
  cache.add('lane', delivery(1))
  cache.clear()
  expect(cache.takeNext('lane')).toBeUndefined()
})

it('what came more than three seconds ago is read again', () => {
  let now = 0
  const cache = openDeliveryCache(() => now)
  cache.settled('lane', 1)
  cache.add('lane', delivery(2))
  now = 3_001
  expect(cache.takeNext('lane')).toBeUndefined()
})

it('keeps no more than eight million characters, and has room again for what was taken', () => {
  const cache = openDeliveryCache()
  const large = 'x'.repeat(3_000_000)
  for (const lane of ['a', 'b', 'c']) {
    cache.settled(lane, 1)
    cache.add(lane, delivery(2, large))
  }
  expect(cache.takeNext('c')).toBeUndefined()
  expect(cache.takeNext('a')?.id).toBe('dlv_2')
  cache.settled('c', 1)
  cache.add('c', delivery(2, large))
  expect(cache.takeNext('c')?.id).toBe('dlv_2')
})

it('has what came until it was taken, also what there was no room for', () => {
  const cache = openDeliveryCache()
  expect(cache.has('lane')).toBe(false)
  cache.add('lane', delivery(1))
  cache.add('lane', delivery(2, 'x'.repeat(8_000_000)))
  cache.add('full', delivery(1, 'x'.repeat(8_000_000)))
  expect([cache.has('lane'), cache.has('full')]).toEqual([true, true])
  expect(cache.takeNext('full')).toBeUndefined()
  expect(cache.has('full')).toBe(false)
  expect(cache.takeNext('lane')?.id).toBe('dlv_1')
})
