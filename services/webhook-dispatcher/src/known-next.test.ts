import type { Stored } from '@frontdesk/documents'
import { expect, it } from 'vitest'
import type { DeliveryDocument } from './documents.ts'
import { rememberNext } from './known-next.ts'

const delivery = (sequence: number, body = '{}') =>
  ({ id: `dlv_${sequence}`, body: { event: { sequence }, body } }) as Stored<DeliveryDocument>

it('the delivery behind the last settled one is known, one after the other', () => {
  const next = rememberNext()
  for (const sequence of [2, 3]) next.keep('lane', delivery(sequence))
  next.settled('lane', 1)
  expect(next.take('lane')?.id).toBe('dlv_2')
  next.settled('lane', 2)
  expect(next.take('other')).toBeUndefined()
  expect(next.take('lane')?.id).toBe('dlv_3')
  expect(next.take('lane')).toBeUndefined()
})

it('the first of all is known without another before it', () => {
  const next = rememberNext()
  next.keep('lane', delivery(1))
  expect(next.take('lane')?.id).toBe('dlv_1')
})

it('the store is asked when nothing was settled, or something is missing in between', () => {
  const next = rememberNext()
  next.keep('lane', delivery(2))
  expect(next.take('lane')).toBeUndefined()
  next.keep('lane', delivery(3))
  next.settled('lane', 1)
  expect(next.take('lane')).toBeUndefined()
  // What could not be used is not kept for later.
  next.settled('lane', 2)
  expect(next.take('lane')).toBeUndefined()
})

it('the store is asked when something earlier goes again', () => {
  const next = rememberNext()
  next.settled('lane', 1)
  next.keep('lane', delivery(2))
  next.forget('lane')
  expect(next.take('lane')).toBeUndefined()
})

it('nothing is known any more when bodies have changed', () => {
  const next = rememberNext()
  next.keep('lane', delivery(1))
  next.forgetAll()
  expect(next.take('lane')).toBeUndefined()
})

it('what came more than three seconds ago is read again', () => {
  let now = 0
  const next = rememberNext(() => now)
  next.settled('lane', 1)
  next.keep('lane', delivery(2))
  now = 3_001
  expect(next.take('lane')).toBeUndefined()
})

it('keeps no more than eight million characters, and has room again for what was taken', () => {
  const next = rememberNext()
  const large = 'x'.repeat(3_000_000)
  for (const lane of ['a', 'b', 'c']) {
    next.settled(lane, 1)
    next.keep(lane, delivery(2, large))
  }
  expect(next.take('c')).toBeUndefined()
  expect(next.take('a')?.id).toBe('dlv_2')
  next.settled('c', 1)
  next.keep('c', delivery(2, large))
  expect(next.take('c')?.id).toBe('dlv_2')
})

it('has what came until it was taken, also what there was no room for', () => {
  const next = rememberNext()
  expect(next.has('lane')).toBe(false)
  next.keep('lane', delivery(1))
  next.keep('lane', delivery(2, 'x'.repeat(8_000_000)))
  next.keep('full', delivery(1, 'x'.repeat(8_000_000)))
  expect([next.has('lane'), next.has('full')]).toEqual([true, true])
  expect(next.take('full')).toBeUndefined()
  expect(next.has('full')).toBe(false)
  expect(next.take('lane')?.id).toBe('dlv_1')
})
