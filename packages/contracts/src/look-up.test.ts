import { expect, it } from 'vitest'
import { lookUp } from './look-up.ts'

it('finds what a table has, and nothing that every object has', () => {
  const table = { job: 1 }
  expect(lookUp(table, 'job')).toBe(1)
  for (const name of [...Object.getOwnPropertyNames(Object.prototype), 'other', ''])
    expect(lookUp(table, name), name).toBeUndefined()
})
