import { expect, it } from 'vitest'
import type { Conversation } from '../../../app/live-store.ts'
import { dueAtOf, filterOf, fits, inOrder } from './conversation-filter.ts'
import { standardFilters } from './standard-views.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const conversation = (fields: Partial<Conversation>): Conversation => ({
  ...{ id: 'cnv_1', status: 'open', handler: 'queue', channel: 'api', assignee: null, tags: [], language: null },
  ...{ createdAt: '2026-06-01T00:00:00Z', updatedAt: '2026-06-01T00:00:00Z', lastMessageAt: '2026-06-01T00:00:00Z' },
  messageCount: 1,
  ...fields,
})

it.each([
  ['queue', {}, true],
  ['queue', { handler: 'agent' }, false],
  ['queue', { snoozedUntil: '2026-06-02T00:00:00Z' }, false],
  ['queue', { snoozedUntil: '2026-05-31T00:00:00Z' }, true],
  ['queue', { blocked: true }, false],
  ['mine', { assignee: 'ada' }, true],
  ['mine', { assignee: 'bo' }, false],
  ['unassigned', { handler: 'ai' }, false],
  ['snoozed', { snoozedUntil: '2026-06-02T00:00:00Z' }, true],
  ['all', { status: 'closed', blocked: true }, true],
] as const)('in the view %s, %o: %s', (view, fields, isThere) => {
  expect(fits(standardFilters[view], conversation(fields), 'ada', now)).toBe(isThere)
})

it('takes the filters of the address in place of those of the view, and leaves out what does not exist', () => {
  const filter = filterOf(standardFilters.queue, { status: 'closed,nonsense', tag: 'vip' })
  expect(filter).toEqual({ ...standardFilters.queue, status: ['closed'], tag: 'vip' })
})

it('lists in each order what has a value there, up to the end of the last page', () => {
  const at = (id: string, lastMessageAt: string, waitingSince?: string) =>
    conversation({ id, lastMessageAt, ...(waitingSince && { waitingSince }) })
  const [a, b, c] = [at('a', '2026-06-03', '2026-05-02'), at('b', '2026-06-02'), at('c', '2026-06-01', '2026-05-01')]
  const ids = (...given: Parameters<typeof inOrder>) => inOrder(...given).map(({ id }) => id)
  expect(ids([b, c, a], 'newest', undefined)).toEqual(['a', 'b', 'c'])
  expect(ids([b, c, a], 'newest', b)).toEqual(['a', 'b'])
  expect(ids([b, c, a], 'oldest', undefined)).toEqual(['c', 'b', 'a'])
  expect(ids([b, c, a], 'waiting', undefined)).toEqual(['c', 'a'])
})

it('is due at the earliest target that is neither met nor missed', () => {
  const sla = {
    policyId: 'sla_1',
    firstResponse: { dueAt: '2026-06-01T10:00:00Z', metAt: '2026-06-01T09:00:00Z' },
    nextResponse: { dueAt: '2026-06-01T14:00:00Z' },
    resolution: { dueAt: '2026-06-02T10:00:00Z' },
  }
  expect(dueAtOf(conversation({ sla }))).toBe('2026-06-01T14:00:00Z')
})
