import { createHash } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import type { Connection } from '@lancedb/lancedb'
import { type Lance, loadLance } from './lancedb/load.ts'
import { schemaOf } from './lancedb/rows.ts'
import { ensureIndexes, type OpenSpace, openSpace, type Upkeep } from './lancedb/space.ts'
import type { Candidate, ChunkIndex, Space } from './port.ts'

/** What the native module may keep of indexes and file metadata in memory; its own defaults are 6 GB and 1 GB. */
const indexCacheBytes = 512n * 1024n * 1024n
const metadataCacheBytes = 64n * 1024n * 1024n
/** Passes over the indexes that failed one after the other before `check` says so. */
const failuresBeforeUnavailable = 3

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
const tenantPrefix = (tenant: string): string => `t${digest(tenant)}_`
const tableName = ({ tenant, generation, dimensions }: Space): string =>
  `${tenantPrefix(tenant)}g${digest(`${generation}\n${dimensions}`)}`

/** Best first, ties in an order that does not depend on how the rows lie. */
const ranked = (candidates: Candidate[]): Candidate[] =>
  candidates.sort(
    (a, b) =>
      b.score - a.score || (a.contentId < b.contentId ? -1 : a.contentId > b.contentId ? 1 : 0) || a.index - b.index,
  )

/**
 * Chunks in LanceDB under `dir`, a table for each tenant and generation, searched off the event loop. One process at a
 * time. Old versions of a table are kept for `keepVersionsMs`, for searches that began before; what was deleted is in no file
 * soon after that. `onMaintenanceFailure` hears of index upkeep that failed and will be tried again; searches go on meanwhile.
 */
export function lancedbChunkIndex(
  dir: string,
  {
    onMaintenanceFailure = (error: unknown): void => console.error('chunk index upkeep failed', error),
    keepVersionsMs = 15_000,
  } = {},
): ChunkIndex {
  let connecting: Promise<{ lance: Lance; connection: Connection }> | undefined
  const spaces = new Map<string, Promise<OpenSpace | undefined>>()
  let failures = 0

  async function connect() {
    connecting ??= loadLance().then(async (lance) => {
      const session = new lance.lancedb.Session(indexCacheBytes, metadataCacheBytes)
      return { lance, connection: await lance.lancedb.connect(dir, {}, session) }
    })
    try {
      return await connecting
    } catch (error) {
      connecting = undefined
      throw new ServiceError('unavailable', { detail: 'The chunk index can not be opened.', cause: error })
    }
  }

  const upkeep: Upkeep = {
    done() {
      failures = 0
    },
    failed(error) {
      failures++
      onMaintenanceFailure(error)
    },
  }

  async function namesOf(connection: Connection, prefix: string): Promise<string[]> {
    const names: string[] = []
    for (let page = await connection.tableNames({ limit: 1_000 }); page.length > 0; ) {
      names.push(...page.filter((name) => name.startsWith(prefix)))
      page = await connection.tableNames({ limit: 1_000, startAfter: page.at(-1)! })
    }
    return names
  }

  async function open(space: Space, create: boolean): Promise<OpenSpace | undefined> {
    const { lance, connection } = await connect()
    const name = tableName(space)
    const schema = schemaOf(lance.arrow, space.dimensions)
    const exists = (await namesOf(connection, name)).includes(name)
    if (!exists && !create) return undefined
    const table = exists ? await connection.openTable(name) : await connection.createEmptyTable(name, schema)
    await ensureIndexes(lance, table)
    return openSpace(lance, table, schema, { upkeep, keepVersionsMs, folder: `${dir}/${name}.lance` })
  }

  /** The open table of a space: made when `create`, otherwise undefined when there is none. */
  async function spaceOf(space: Space, create: boolean): Promise<OpenSpace | undefined> {
    const name = tableName(space)
    const before = spaces.get(name)
    if (before) {
      const opened = await before
      if (opened || !create) return opened
    }
    // Others may have begun to open it meanwhile.
    if (spaces.get(name) !== before) return spaceOf(space, create)
    const opening = open(space, create)
    spaces.set(name, opening)
    try {
      const opened = await opening
      if (!opened && spaces.get(name) === opening) spaces.delete(name)
      return opened
    } catch (error) {
      if (spaces.get(name) === opening) spaces.delete(name)
      throw error
    }
  }

  return {
    async put(space, chunks) {
      const wrong = chunks.find((chunk) => chunk.vector.length !== space.dimensions)
      if (wrong) {
        throw new ServiceError('internal', {
          detail: `A vector of ${wrong.vector.length} dimensions does not fit a space of ${space.dimensions}.`,
        })
      }
      if (chunks.length > 0) await (await spaceOf(space, true))!.put(chunks)
    },

    async refresh(space) {
      await (await spaceOf(space, false))?.refresh()
    },

    async candidates(space, { tokens, vector, limit, contentIds }) {
      const opened = await spaceOf(space, false)
      const nothing = !opened || limit < 1 || contentIds?.length === 0
      const [lexical, nearest] = await Promise.all([
        nothing || tokens.length === 0 ? [] : opened.lexical(tokens, limit, contentIds),
        nothing || !vector ? [] : opened.vector(vector, limit, contentIds),
      ])
      return { lexical: ranked(lexical), vector: ranked(nearest) }
    },

    async documentFrequencies(space, tokens) {
      const opened = await spaceOf(space, false)
      return opened ? opened.documentFrequencies(tokens) : { chunks: 0, frequencies: tokens.map(() => 0) }
    },

    async removeContents(space, contentIds) {
      if (contentIds.length > 0) await (await spaceOf(space, false))?.removeContents(contentIds)
    },

    async count(space) {
      return (await (await spaceOf(space, false))?.count()) ?? 0
    },

    async eraseTenant(tenant) {
      const { connection } = await connect()
      const prefix = tenantPrefix(tenant)
      for (const [name, opening] of spaces) {
        if (!name.startsWith(prefix)) continue
        spaces.delete(name)
        await (await opening)?.close()
      }
      for (const name of await namesOf(connection, prefix)) await connection.dropTable(name)
    },

    async check() {
      const { connection } = await connect()
      await connection.tableNames({ limit: 1 })
      if (failures >= failuresBeforeUnavailable) {
        throw new ServiceError('unavailable', { detail: 'The chunk index fails to keep its indexes up to date.' })
      }
    },

    async close() {
      const opened = [...spaces.values()]
      spaces.clear()
      for (const opening of opened) await (await opening)?.close()
      if (!connecting) return
      const { connection } = await connecting
      connecting = undefined
      connection.close()
    },
  }
}
