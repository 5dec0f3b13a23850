import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyInspection, type Inspection } from '@frontdesk/contracts'

/** What the blobs find in their folder: a folder a tenant. Changes nothing. */
export async function inspectFilesystemBlobs(dir: string): Promise<Inspection> {
  const inspection = { ...emptyInspection('blobs'), settings: { backend: `files in ${dir}` } }
  try {
    const entries = await readdir(dir, { withFileTypes: true })
    const tenants = entries.filter((entry) => entry.isDirectory() && entry.name !== '.unfinished')
    const rows = await Promise.all(
      tenants.map(async ({ name }) => ({ tenant: name, blobs: (await readdir(join(dir, name))).length })),
    )
    return { ...inspection, lists: [{ title: 'tenants', rows }] }
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT')
      return { ...inspection, pending: [`the folder ${dir} does not exist yet`] }
    const remedy = 'Give the user that runs Frontdesk the right to read and write it.'
    const what = `The blob folder can't be read: ${(error as Error).message}`
    return { ...inspection, findings: [{ level: 'fault', what, remedy }] }
  }
}
