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
const unsettledKey = { unsettledSince: 1 } as const

/** What is to be there for these declarations, by name. */
export const indexNamesOf = (indexes: Index[]): string[] => [
  unsettledIndex,
  ...indexes.filter(isOwn).map((each) => declare(each).name),
]

/** True for an index that this adapter made, now or in a release before. */
export const isOurs = (name: string): boolean => name.startsWith(ours) || name === unsettledIndex

type Present = { name?: string; key: object; unique?: boolean }

/** MongoDB's code for a collection that nobody has written to yet: it has no indexes. */
const namespaceNotFound = 26

/**
 * Creates what is missing, makes again what differs from its declaration, and drops what was declared once and is not any
 * more. Safe in many processes at once. When all is as declared it only reads: MongoDB queues the command that creates an
 * index behind the writes of others, also for an index that exists, and a start would wait for all of them.
 */
export async function declareIndexes(rows: Collection<Row>, indexes: Index[]): Promise<void> {
  const declared = indexes.filter(isOwn).map(declare)
  const present = await presentIn(rows)
  const missing = async ({ name, key, unique }: Omit<Declared, 'paths'>): Promise<boolean> => {
    const found = present.find((each) => each.name === name)
    if (!found) return true
    // The order of the fields counts, so texts are compared.
    if (JSON.stringify(found.key) === JSON.stringify(key) && (found.unique ?? false) === unique) return false
    await rows.dropIndex(name)
    return true
  }
  if (await missing({ name: unsettledIndex, key: unsettledKey, unique: false })) {
    await rows.createIndex(unsettledKey, { name: unsettledIndex, sparse: true })
  }
  for (const each of declared) if (await missing(each)) await create(rows, each)
  const wanted = new Set(declared.map(({ name }) => name))
  for (const { name } of present) if (name?.startsWith(ours) && !wanted.has(name)) await rows.dropIndex(name)
}

async function presentIn(rows: Collection<Row>): Promise<Present[]> {
  try {
    return await rows.indexes()
  } catch (error) {
    if (error instanceof MongoServerError && error.code === namespaceNotFound) return []
    throw error
  }
}

async function create(rows: Collection<Row>, { name, key, unique, paths }: Declared): Promise<void> {
  if (!unique) return void (await rows.createIndex(key, { name }))
  // Documents without the field must not shut each other out.
  const partialFilterExpression = Object.fromEntries(paths.map((path) => [path, { $exists: true }]))
  try {
    await rows.createIndex(key, { name, unique, partialFilterExpression })
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === notImplemented)) throw error
    await rows.createIndex(key, { name, unique })
  }
}
