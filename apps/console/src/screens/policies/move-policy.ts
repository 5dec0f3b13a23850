import { compareOrder, type OrderedPolicy as Ordered } from '../../app/policy-order.ts'

const gap = 10

/**
 * The priorities that put one policy of a mode at another place: its own, and those of as few that follow as possible. Ordered
 * so that writing them one by one moves no other policy. `policies` are those of the mode, in order of evaluation.
 */
export function prioritiesAfterMove(
  policies: readonly Ordered[],
  from: number,
  to: number,
): { id: string; priority: number }[] {
  const moved = policies[from]
  if (!moved || from === to || to < 0 || to >= policies.length) return []
  const others = policies.toSpliced(from, 1)
  const [before, after] = [others[to - 1], others[to]]
  const priority = between(before?.priority, after?.priority)
  const changes = [{ id: moved.id, priority }]
  let last: Ordered = { ...moved, priority }
  for (const next of others.slice(to)) {
    if (compareOrder(last, next) < 0) break
    last = { ...next, priority: last.priority + 1 }
    changes.unshift({ id: last.id, priority: last.priority })
  }
  return changes
}

function between(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return (after ?? gap) - gap
  if (after === undefined) return before + gap
  return after - before > 1 ? Math.floor((before + after) / 2) : before + 1
}
