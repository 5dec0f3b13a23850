import { expect, test } from 'vitest'
import { stateFaults } from './check-state.ts'

const path = 'services/chat/src/example.ts'
const faultsOf = (text: string) => stateFaults({ [path]: text }, {})

test('what a module binds at its top and changes is a fault, in each of its forms', () => {
  for (const text of [
    'let count = 0',
    'export let count = 0',
    'const known = new WeakMap<object, string>()\nexport const remember = (key: object) => known.set(key, "")',
    'const known: Map<string, number> = new Map()\nfunction forget() {\n  known.clear()\n}',
    'const running = new Set<string>(["first"])\nrunning.delete("first")',
    'const seen = new WeakSet<\n  object\n>()\nseen.add({})',
  ]) {
    expect(faultsOf(text), text).toHaveLength(1)
    expect(stateFaults({ [path]: text }, { [path]: 'a reason' }), text).toEqual([])
  }
})

test('a constant is none, and neither is what a function holds; a reason without state is one', () => {
  expect(faultsOf('const days = new Map([["mon", 1]])\nexport const dayOf = (name: string) => days.get(name)')).toEqual(
    [],
  )
  expect(
    faultsOf('export function open() {\n  let count = 0\n  const known = new Map()\n  known.set(1, count++)\n}'),
  ).toEqual([])
  expect(stateFaults({ [path]: '' }, { [path]: 'a reason' })).toHaveLength(1)
})
