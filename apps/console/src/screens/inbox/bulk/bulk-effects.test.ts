import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Conversation } from '../../../app/live-store.ts'
import { afterBulk, reverseBulk } from './bulk-effects.ts'
import type { BulkChange } from './run-bulk.ts'

const change = fc.oneof(
  fc.record({ action: fc.constantFrom('close', 'resolve', 'reopen', 'unassign', 'unassign_team' as const) }),
  fc.record({ action: fc.constant('assign' as const), assignee: fc.constantFrom('ada', 'bo') }),
  fc.record({ action: fc.constant('assign_team' as const), teamId: fc.constantFrom('sales', 'repairs') }),
  fc.record({ action: fc.constantFrom('tag' as const, 'untag' as const), tag: fc.constantFrom('vip', 'late') }),
) as fc.Arbitrary<BulkChange>

const conversation = fc.record({
  status: fc.constantFrom('open', 'resolved', 'closed'),
  assignee: fc.constantFrom(null, 'ada', 'bo'),
  tags: fc.subarray(['vip', 'late']),
  team: fc.constantFrom(undefined, 'sales', 'repairs'),
})
const conversations = fc
  .array(conversation, { maxLength: 8 })
  .map((all) =>
    all.map(({ team, ...each }, n) => ({ id: `cnv_${n}`, ...each, ...(team && { teamId: team }) })),
  ) as unknown as fc.Arbitrary<Conversation[]>

const sorted = (all: Conversation[]) => all.map((each) => ({ ...each, tags: each.tags.toSorted() }))

it('brings every conversation back to what it was, whatever was done to which', () => {
  fc.assert(
    fc.property(change, conversations, (done, before) => {
      const after = new Map(before.map((each) => [each.id, afterBulk(done, each)]))
      for (const { change: back, ids } of reverseBulk(done, before)) {
        for (const id of ids) after.set(id, afterBulk(back, after.get(id)!))
      }
      expect(sorted([...after.values()])).toEqual(sorted(before))
    }),
  )
})
