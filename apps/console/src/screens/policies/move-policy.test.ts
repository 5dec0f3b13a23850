import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareOrder } from '../../app/policy-order.ts'
import { prioritiesAfterMove } from './move-policy.ts'

const policy = (id: string, priority: number, mode: 'Pre-generation' | 'Post-generation' = 'Pre-generation') => ({
  id,
  mode,
  priority,
  createdAt: `2026-01-01T00:00:0${id.length}Z`,
})
const idsOf = (policies: { id: string }[]) => policies.map(({ id }) => id)

test('policies before the answer come first, then the lowest priority, then the oldest', () => {
  const given = [policy('post', 1, 'Post-generation'), policy('bb', 5), policy('a', 5), policy('c', -1)]
  expect(idsOf(given.sort(compareOrder))).toEqual(['c', 'a', 'bb', 'post'])
})

test('a policy that moves gets a number between its neighbours, and the others keep theirs', () => {
  const policies = [policy('a', 10), policy('b', 20), policy('c', 30)]
  expect(prioritiesAfterMove(policies, 2, 1)).toEqual([{ id: 'c', priority: 15 }])
  expect(prioritiesAfterMove(policies, 2, 0)).toEqual([{ id: 'c', priority: 0 }])
  expect(prioritiesAfterMove(policies, 0, 2)).toEqual([{ id: 'a', priority: 40 }])
  expect(prioritiesAfterMove(policies, 0, 3)).toEqual([])
})

test('wherever a policy moves, it stands there, the rest keep their order, also while the numbers are written', () => {
  const policies = fc
    .uniqueArray(fc.record({ name: fc.integer({ min: 1, max: 60 }), priority: fc.integer({ min: 0, max: 4 }) }), {
      selector: ({ name }) => name,
      minLength: 2,
      maxLength: 8,
    })
    .map((all) =>
      all.map(({ name, priority }) => ({
        ...policy(`p${name}`, priority),
        createdAt: `2026-01-01T00:00:${String(name).padStart(2, '0')}Z`,
      })),
    )
  fc.assert(
    fc.property(policies, fc.nat(7), fc.nat(7), (given, a, b) => {
      const before = given.toSorted(compareOrder)
      const [from, to] = [a % before.length, b % before.length]
      const moved = before[from]!
      const wanted = idsOf(before.toSpliced(from, 1).toSpliced(to, 0, moved))
      const others = wanted.filter((id) => id !== moved.id)
      let now = before
      for (const { id, priority } of prioritiesAfterMove(before, from, to)) {
        now = now.map((each) => (each.id === id ? { ...each, priority } : each)).sort(compareOrder)
        expect(idsOf(now).filter((each) => each !== moved.id)).toEqual(others)
      }
      expect(idsOf(now)).toEqual(wanted)
    }),
  )
})
