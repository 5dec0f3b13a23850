import { expect, it } from 'vitest'
import { without } from './without.ts'

it('leaves the named fields out, and the record as it was', () => {
  const record = { id: 'a', secret: 's', until: undefined as number | undefined }
  expect(without(record, 'secret')).toStrictEqual({ id: 'a', until: undefined })
  expect(record.secret).toBe('s')
})

it('keeps what tells the shapes of a union apart', () => {
  type Either = { kind: 'one'; at: number; one: string } | { kind: 'two'; at: number; two: string }
  const either = { kind: 'one', at: 1, one: 'x' } as Either
  const shown = without(either, 'at')
  expect(shown.kind === 'one' ? shown.one : shown.two).toBe('x')
})
