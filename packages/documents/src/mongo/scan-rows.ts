import type { Collection, Document } from 'mongodb'
import { valueAt } from '../field-path.ts'
import { mergeScans, type ScanPage, type ScanRange } from '../merge-scans.ts'
import type { Scan, Scanned } from '../port.ts'
import { fieldsProjection, valuesIn } from './read-fields.ts'
import { answering } from './storage-error.ts'
import { filterOf, pathOf, type Row, rowId } from './where.ts'

/** A scan. Where a walk stops is read first: what is written after that lies before it, or is met by the next page. */
export const scanRows = (rows: Collection<Row>, tenant: string, scan: Scan): Promise<Scanned> =>
  mergeScans(scan, (walk) => answering(() => scanAlong(rows, tenant, scan, walk)))

async function scanAlong(
  rows: Collection<Row>,
  tenant: string,
  { where, sort: { field, direction }, limit, fields = [] }: Scan,
  { along, lookAtMost, after }: ScanRange,
): Promise<ScanPage> {
  const path = pathOf(field)
  const [further, before] = direction === 'asc' ? ['$gt', '$lt'] : ['$lt', '$gt']
  const order = direction === 'asc' ? 1 : -1
  const by = { [path]: order, _id: order } as Record<string, 1 | -1>
  const isBeside = (comparison: string, { at, id }: { at: string; id: string }, orEqual: boolean): Document => ({
    [path]: { [`${comparison}e`]: at },
    $or: [{ [path]: { [comparison]: at } }, { _id: { [orEqual ? `${comparison}e` : comparison]: rowId(tenant, id) } }],
  })
  const conditions: Document[] = [filterOf(tenant, along) as Document, { [path]: { $gte: '' } }]
  if (after) conditions.push(isBeside(further!, { at: String(after.value), id: after.id }, false))
  const place = { _id: 1, id: 1, [path]: 1 } as const
  const [stop] = await rows
    .find({ $and: conditions } as object, { projection: place })
    .sort(by)
    .skip(lookAtMost - 1)
    .limit(1)
    .toArray()
  const end = stop && { at: valueAt(stop.body, field) as string, id: stop.id }
  const within = [...conditions, ...(end ? [isBeside(before!, end, true)] : []), filterOf(tenant, where) as Document]
  const found = await rows
    .find({ $and: within } as object, {
      projection: { ...place, ...fieldsProjection(fields) },
    })
    .sort(by)
    .limit(limit + 1)
    .toArray()
  return {
    end,
    found: found.map((row) => ({
      id: row.id,
      at: valueAt(row.body, field) as string,
      values: valuesIn(row, fields),
    })),
  }
}
