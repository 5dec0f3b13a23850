import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { emptyInspection, type Inspection } from '@frontdesk/contracts'
import { loadLance } from './load.ts'

const page = 1_000

/** What the embedded chunk index finds in its folder: a table a tenant and embedding model. Changes nothing. */
export async function inspectLancedb(dir: string): Promise<Inspection> {
  const manifest = readFileSync(findPackageJSON('@lancedb/lancedb', import.meta.url)!, 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const inspection: Inspection = {
    ...emptyInspection('chunk index'),
    version: `LanceDB ${version}`,
    settings: { backend: `tables in ${dir}`, durability: 'all of it can be made again from the blobs' },
  }
  // The first upload makes it.
  if (!existsSync(dir)) return inspection
  try {
    const { lancedb } = await loadLance()
    const connection = await lancedb.connect(dir)
    const rows = []
    for (const name of await connection.tableNames({ limit: page })) {
      const table = await connection.openTable(name)
      const indexes = (await table.listIndices()).map((index) => index.name).sort()
      rows.push({ table: name, chunks: await table.countRows(), indexes: indexes.join(' ') })
      table.close()
    }
    connection.close()
    return { ...inspection, lists: [{ title: 'tables', rows }] }
  } catch (error) {
    const what = `The chunk index can't be read: ${(error as Error).message}`
    const remedy = `Stop Frontdesk, move ${dir} away, start it, and process the sources again (POST /api/knowledge/sources/{id}/retry).`
    return { ...inspection, findings: [{ level: 'fault', what, remedy }] }
  }
}
