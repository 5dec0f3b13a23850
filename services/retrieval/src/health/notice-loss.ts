import type { Found, Space } from '@frontdesk/chunk-index'
import { platformTenant } from '@frontdesk/contracts'
import { gaugeOf } from '@frontdesk/service'
import type { RetrievalContext } from '../context.ts'
import { type IndexCheckDocument, indexCheckKey, newCheck } from './index-check-document.ts'
import { contentsMissing } from './reindex-source.ts'
import { askedAgain } from './request-index-check.ts'

/** A tenant whose index can't be rebuilt, because what is stored is gone too, has a look no more often than this. */
const noticedForMs = 30_000

const lost = {
  name: 'frontdesk_index_lost_tenants',
  help: 'Tenants whose search index was found missing or empty, and is not rebuilt yet',
  labelNames: [] as const,
}

/**
 * For what a search found: where a space holds no chunk at all although something of the tenant is live in it, its index was
 * deleted or not restored. Then the tenant is the first whose sources are written again, at once.
 */
export async function noticeLoss(spaces: Space[], found: Found[], context: RetrievalContext): Promise<void> {
  const empty = spaces.filter((_, i) => found[i]!.asked.chunks === 0)
  if (empty.length === 0) return
  const { tenant, state, clock, collections, log } = context
  const now = clock.now()
  if ((state.noticed.get(tenant) ?? 0) > now) return
  for (const space of empty) {
    const { items } = await collections.live.find(tenant, {
      where: { generation: space.generation },
      limit: 20,
    })
    const contents = items.flatMap(({ body }) => (body.deleted ? [] : body.contents))
    if ((await contentsMissing(contents, context, space)).length === 0) continue
    state.noticed.set(tenant, now + noticedForMs)
    log.warn({ tenant }, 'the search index of a tenant is missing: its sources are written to it again')
    await context.forTenant(platformTenant).commit(collections.indexChecks, indexCheckKey[1], (current) => {
      const body: IndexCheckDocument = current?.body ?? newCheck()
      const tenants = [...new Set([...(body.lost ?? []), tenant])]
      return { body: { ...askedAgain(body), lost: tenants } }
    })
    await showLoss(context)
    return
  }
}

/** Says in the readiness of this process, and in a gauge, how many indexes are being rebuilt. */
export async function showLoss(context: RetrievalContext): Promise<void> {
  const check = await context.collections.indexChecks.get(...indexCheckKey)
  const tenants = check?.body.lost?.length ?? 0
  gaugeOf(context.health, lost).set(tenants)
  const are = tenants === 1 ? 'the index of 1 tenant was' : `the indexes of ${tenants} tenants were`
  context.health.tell?.('chunkIndex', tenants > 0 ? `${are} lost: being rebuilt` : undefined)
}
