import type { Space } from '@frontdesk/chunk-index'
import { isFresh } from '@frontdesk/contracts'
import { type RetrievalContext, spaceOf } from '../context.ts'

/** Other generations are few, and only there after a change of model until all is embedded again. */
const maxOtherSpaces = 3
const knownForMs = 5_000

/**
 * Where a tenant's live chunks stand: the current generation first, then those of sources that wait to be embedded again.
 * Known for 5 s, so a search costs no reading of its own.
 */
export async function searchedSpaces(context: RetrievalContext): Promise<Space[]> {
  const { tenant, state, clock } = context
  const now = clock.now()
  const before = state.spaces.get(tenant)
  if (before && isFresh(before.until - knownForMs, knownForMs, now)) return before.spaces
  const current = spaceOf(context)
  const spaces = [current, ...(await otherSpaces(current, context))]
  state.spaces.set(tenant, { spaces, until: now + knownForMs })
  return spaces
}

/** Generations other than the current one in which something of the tenant is live. */
async function otherSpaces(current: Space, { tenant, collections }: RetrievalContext): Promise<Space[]> {
  const others: Space[] = []
  for (const [bound, direction] of [
    ['lt', 'desc'],
    ['gt', 'asc'],
  ] as const) {
    let at = current.generation
    while (others.length < maxOtherSpaces) {
      const { items } = await collections.live.find(tenant, {
        where: { generation: { [bound]: at } },
        sort: { field: 'generation', direction },
        limit: 1,
      })
      const body = items[0]?.body
      if (!body?.generation) break
      at = body.generation
      others.push({ tenant, generation: at, dimensions: body.dimensions })
    }
  }
  return others
}
