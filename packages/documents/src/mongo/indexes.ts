import { createHash } from 'node:crypto'
import { type Collection, MongoServerError } from 'mongodb'
import type { Index } from '../port.ts'
import { pathOf, type Row } from './where.ts'

const ours = 'by_'
/** MongoDB's code for an option that the server does not know. */
const notImplemented = 238

type Declared = { name: string; key: Record<string, 1>; unique: boolean; paths: string[] }

/** Named by what it is, so that a changed declaration is another index. */
function declare({ fields, unique = false, acrossTenants = false }: Index): Declared {
  const paths = fields.map(pathOf)
  const key = Object.fromEntries(
    [...(acrossTenants ? [] : ['tenant']), ...paths, ...(unique ? [] : ['_id'])].map((path) => [path, 1 as const]),
  )
  const digest = createHash('sha256')
    .update(JSON.stringify([key, unique]))
    .digest('hex')
    .slice(0, 12)
  return { name: `${ours}${digest}`, key, unique, paths }
}

/** Ids have an index anyway, and what one covers is read from the documents. */
const isOwn = ({ fields }: Index): boolean => fields.some((field) => field !== 'id')

const unsettledIndex = 'unsettled'

/** What is to be there for these declarations, by name. */
export const indexNamesOf = (indexes: Index[]): string[] => [
  unsettledIndex,
  ...indexes.filter(isOwn).map((each) => declare(each).name),
]

/** True for an index that this adapter made, now or in a release before. */
export const isOurs = (name: string): boolean => name.startsWith(ours) || name === unsettledIndex

/** Creates what is missing, and drops what was declared once and is not any more. Safe in many processes at once. */
export async function declareIndexes(rows: Collection<Row>, indexes: Index[]): Promise<void> {
  const declared = indexes.filter(isOwn).map(declare)
  await rows.createIndex({ unsettledSince: 1 }, { name: unsettledIndex, sparse: true })
  for (const { name, key, unique, paths } of declared) {
    if (!unique) {
      await rows.createIndex(key, { name })
      continue
    }
    // Documents without the field must not shut each other out.
    const partialFilterExpression = Object.fromEntries(paths.map((path) => [path, { $exists: true }]))
    try {
      await rows.createIndex(key, { name, unique, partialFilterExpression })
    } catch (error) {
      if (!(error instanceof MongoServerError && error.code === notImplemented)) throw error
      await rows.createIndex(key, { name, unique })
    }
  }
  const wanted = new Set(declared.map(({ name }) => name))
  for (const { name } of await rows.indexes()) {
    if (name?.startsWith(ours) && !wanted.has(name)) await rows.dropIndex(name)
  }
}
