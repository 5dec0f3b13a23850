import type { IngestContext } from '../context.ts'
import type { StatementDocument } from './contradiction-document.ts'
import type { Statement } from './read-statements.ts'
import { keysOf, textDigest } from './statement-keys.ts'

/** Keys that are looked up together. A page that is not full holds all that there is. */
const page = 1_000
/** Of a subject that more statements share: others by the order of their digests on both sides of its own, and the same. */
const maxOtherTexts = 20
const maxSameTexts = 100

/** Where each of some statements may be contradicted or repeated, by its own key. The work has an upper bound for each. */
export async function findStatements(
  asked: Statement[],
  context: IngestContext,
): Promise<Map<Statement, StatementDocument[]>> {
  const { tenant, collections } = context
  const keys = new Map(asked.map((statement) => [statement, keysOf(statement)]))
  const wanted = [...new Set([...keys.values()].flat())]
  if (wanted.length === 0) return new Map()
  const { items, nextCursor } = await collections.statements.find(tenant, {
    where: { key: { in: wanted } },
    // By the index of the keys. Sorted by id, SQLite would read every statement of the tenant instead.
    sort: { field: 'key', direction: 'asc' },
    limit: page,
  })
  if (nextCursor === null) {
    const byKey = Map.groupBy(items, ({ body }) => body.key)
    return new Map(
      asked.map((statement) => [
        statement,
        keys.get(statement)!.flatMap((key) => (byKey.get(key) ?? []).map(({ body }) => body)),
      ]),
    )
  }
  const found = new Map<Statement, StatementDocument[]>()
  for (const statement of asked) {
    const own = textDigest(statement)
    const places: StatementDocument[] = []
    for (const key of keys.get(statement)!) {
      const find = async (text: string | { lt: string } | { gt: string }, limit: number) => {
        const { items: some } = await collections.statements.find(tenant, {
          where: { key, text },
          ...(typeof text === 'object' && {
            sort: { field: 'text', direction: 'lt' in text ? 'desc' : 'asc' } as const,
          }),
          limit,
        })
        places.push(...some.map(({ body }) => body))
      }
      await find({ lt: own }, maxOtherTexts)
      await find({ gt: own }, maxOtherTexts)
      await find(own, maxSameTexts)
    }
    found.set(statement, places)
  }
  return found
}
