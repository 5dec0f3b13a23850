import { ServiceError } from '@frontdesk/contracts'
import { cursorAt, type Position, readCursor } from './cursor.ts'
import type { Condition, Scalar, Scan, Scanned, Where } from './port.ts'

/** A document that was found, and where it stands in the order. */
export type Met = { id: string; at: string; values: Scalar[] }
/** What a walk along one value found. `end`: where it stopped looking; undefined when it came to the end. */
export type ScanPage = { found: Met[]; end: { at: string; id: string } | undefined }
/** One walk of a scan: along single values alone. */
export type ScanRange = { along: Where; lookAtMost: number; after: Position | undefined }

/** Throws `invalid_request` for bounds that make no sense. */
function checkBounds({ lookAtMost, limit }: Scan): void {
  const isWithin = (n: number, most: number) => Number.isInteger(n) && n >= 1 && n <= most
  if (isWithin(lookAtMost, 20_000) && isWithin(limit, 2_000)) return
  throw new ServiceError('invalid_request', { detail: 'A scan looks at 1 to 20,000 documents and answers 1 to 2,000.' })
}

const maxScans = 64

/** Every combination of the values of fields that may have several, each as a condition of its own. */
function alternativesOf(along: Where): Where[] {
  let alternatives = [along]
  for (const [field, condition] of Object.entries(along)) {
    const values = valuesOf(condition)
    if (values === undefined) continue
    alternatives = alternatives.flatMap((each) => [...new Set(values)].map((value) => ({ ...each, [field]: value })))
    if (alternatives.length > maxScans)
      throw new ServiceError('invalid_request', { detail: `A scan is along at most ${maxScans} values.` })
  }
  return alternatives
}

const valuesOf = (condition: Condition): Scalar[] | undefined =>
  typeof condition === 'object' && condition !== null && 'in' in condition ? condition.in : undefined

/**
 * Takes a scan apart into walks along single values and puts together what they found. What lies beyond the place where the
 * first of them stopped looking is left for the next page, so that pages join without gap or double.
 */
export async function mergeScans(scan: Scan, scanAlong: (walk: ScanRange) => Promise<ScanPage>): Promise<Scanned> {
  checkBounds(scan)
  const { along = {}, sort, limit, cursor } = scan
  const alternatives = alternativesOf(along)
  const lookAtMost = Math.max(1, Math.floor(scan.lookAtMost / Math.max(1, alternatives.length)))
  const after = cursor ? readCursor(cursor, sort) : undefined
  const walks = await Promise.all(alternatives.map((each) => scanAlong({ along: each, lookAtMost, after })))
  const forwards = sort.direction === 'asc' ? 1 : -1
  const compare = (a: { at: string; id: string }, b: { at: string; id: string }) =>
    forwards * (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  const stop = walks
    .flatMap(({ end }) => (end ? [end] : []))
    .sort(compare)
    .at(0)
  const found = walks.flatMap((walk) => walk.found).sort(compare)
  // A document with two of the values of a list is met twice.
  const within = found.filter(
    (met, i) => met.id !== found[i - 1]?.id && (stop === undefined || compare(met, stop) <= 0),
  )
  const items = within.slice(0, limit)
  const last = within.length > limit ? items.at(-1)! : stop
  return {
    items: items.map(({ id, values }) => ({ id, values })),
    nextCursor: last ? cursorAt({ value: last.at, id: last.id }, sort) : null,
  }
}
