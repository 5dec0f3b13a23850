import { expect, it } from 'vitest'
import { childTraceparent, newTraceparent, readTraceparent, traceIdOf } from './trace.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const given = `00-${traceId}-${spanId}-01`

it.each([
  ['as it is', given, given],
  ['not sampled', `00-${traceId}-${spanId}-00`, `00-${traceId}-${spanId}-00`],
  ['with flags that version 00 does not know', `00-${traceId}-${spanId}-ff`, given],
  ['of a version to come', `01-${traceId}-${spanId}-01-more`, given],
])('a traceparent %s is read', (_what, header, expected) => {
  expect(readTraceparent(header)).toBe(expected)
})

it.each([
  undefined,
  '',
  'none',
  [given, given],
  given.toUpperCase(),
  `${given}-more`,
  ` ${given}`,
  `${given}\n`,
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId}-${spanId}`,
  `01-${traceId}-${spanId}-01-${'x'.repeat(600)}`,
])('%j is not a traceparent', (header) => {
  expect(readTraceparent(header)).toBeUndefined()
})

it('a child belongs to the trace of its parent, and has an id of its own', () => {
  const child = childTraceparent(given)
  expect(readTraceparent(child)).toBe(child)
  expect(traceIdOf(child)).toBe(traceId)
  expect(child).not.toBe(given)
  expect(traceIdOf(newTraceparent())).not.toBe(traceIdOf(newTraceparent()))
})
