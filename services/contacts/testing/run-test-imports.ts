import { contacts } from '@frontdesk/contracts'
import { expect, vi } from 'vitest'
import type { TestContacts } from './start-test-contacts.ts'

const mapping: Record<string, any> = {
  Name: 'name',
  'E-mail': 'email',
  Phone: 'phone',
  Plan: 'attributes.plan',
  Labels: 'tags',
}
export const header = 'Name,E-mail,Phone,Plan,Labels'

type Wanted = {
  onDuplicate?: 'skip' | 'update' | 'create'
  dryRun?: boolean
  mapping?: Record<string, any>
  encoding?: string
}

/** Starts imports, and follows them to their end. For tests. */
export function runTestImports(platform: TestContacts) {
  let operations = 0
  async function start(file: string | Uint8Array, wanted: Wanted = {}) {
    const blobId = await platform.upload(file)
    const { jobId } = await platform.as().ask(contacts.queries.importStart, {
      operationId: `op_${++operations}`,
      blobId,
      filename: 'people.csv',
      mapping,
      onDuplicate: 'skip',
      dryRun: false,
      ...wanted,
    })
    return jobId
  }
  const job = (jobId: string) => platform.as().ask(contacts.queries.jobRead, { jobId })
  const rows = async (jobId: string) =>
    (await platform.as().ask(contacts.queries.importRowList, { jobId, limit: 1_000 })).items
  const until = (jobId: string, what: 'state' | 'undo') =>
    vi.waitFor(
      async () => {
        platform.clock.at += 1_000
        const read = await job(jobId)
        expect(read[what]).toBe('finished')
        return read
      },
      { timeout: 20_000, interval: 20 },
    )
  return {
    start,
    job,
    rows,
    finished: (jobId: string) => until(jobId, 'state'),
    undone: (jobId: string) => until(jobId, 'undo'),
    async run(file: string | Uint8Array, wanted?: Wanted) {
      const jobId = await start(file, wanted)
      return { jobId, job: await until(jobId, 'state'), rows: await rows(jobId) }
    },
    people: async () => (await platform.as().ask(contacts.queries.contactList, { limit: 100 })).items,
    create: (contact: object) =>
      platform
        .as()
        .ask(contacts.queries.contactCreate, { operationId: `op_${++operations}`, contact: contact as never }),
  }
}
