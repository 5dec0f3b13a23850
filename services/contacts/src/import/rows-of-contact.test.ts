import { contacts } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { header, runTestImports } from '../../testing/run-test-imports.ts'
import { startTestContacts, type TestContacts } from '../../testing/start-test-contacts.ts'
import { imports as importDocuments } from './import-document.ts'

let platform: TestContacts
let imports: ReturnType<typeof runTestImports>
beforeEach(async () => {
  platform = await startTestContacts()
  imports = runTestImports(platform)
})
afterEach(() => platform.close())

async function erase(contactId: string) {
  const { jobId } = await platform
    .as()
    .ask(contacts.queries.contactErase, { operationId: `op_erase_${contactId}`, contactId })
  return vi.waitFor(
    async () => {
      const job = await platform.as().ask(contacts.queries.erasureRead, { jobId })
      expect(job.state).toBe('finished')
      return job
    },
    { timeout: 30_000 },
  )
}

test('an erasure empties rejected rows that have an address of the contact, whatever its form or column', async () => {
  const into = await imports.create({
    name: 'Anna',
    email: 'anna@example.com',
    phone: '+46701740605',
    externalId: 'crm-12',
  })
  const from = await imports.create({ email: 'merged@example.com', externalId: '12' })
  const lines = [
    'merged,MERGED@example.com,12,,',
    'national,not an address,070-174 06 05,,',
    'shown,Anna <anna@example.com>,,,',
    'elsewhere,no address,,crm-12,',
    'other,somebody@example.com,12,12,',
    'nobody,nowhere,070-174 06 06,,',
  ]
  const { jobId, rows } = await imports.run([header, ...lines].join('\n'), {
    mapping: { Name: 'name', 'E-mail': 'email', Phone: 'phone' },
  })
  expect(rows.map(({ verdict }) => verdict)).toEqual(Array(6).fill('rejected'))
  await platform.as().ask(contacts.queries.contactMerge, { into: into.id, from: from.id })

  const job = await erase(into.id)
  expect(job.items).toContainEqual({ what: 'rows of imports', count: 4 })
  const after = await imports.rows(jobId)
  expect(after.map(({ cells }) => cells?.[0])).toEqual([...Array(4).fill(undefined), 'other', 'nobody'])
  expect(JSON.stringify(after)).not.toMatch(/anna|merged|174 06 05|crm-12/i)
})

test('an erasure takes addresses of the contact out of the names of columns, as a file without a header has them', async () => {
  const { id } = await imports.create({ email: 'anna@example.com', phone: '+46701740605' })
  const file = 'Bo,ANNA@example.com,070-174 06 05\nEva,eva@example.com,070-174 06 06'
  const { jobId } = await imports.run(file, {
    mapping: { Bo: 'name', 'ANNA@example.com': 'email', '070-174 06 05': 'phone' },
  })
  const stored = async () => (await platform.documents.collection(importDocuments)).get('acme', jobId)
  expect((await stored())!.body.header).toEqual(['Bo', 'ANNA@example.com', '070-174 06 05'])
  await erase(id)
  expect((await stored())!.body).toMatchObject({
    header: ['Bo', 'Column 2', 'Column 3'],
    mapping: { Bo: 'name', 'Column 2': 'email', 'Column 3': 'phone' },
  })
  expect(JSON.stringify(await stored())).not.toMatch(/anna|174 06 05/i)
})

test('all rows that name a contact are shown and erased, however many they are', async () => {
  const there = await imports.create({ email: 'there@example.com' })
  const count = 1_100
  const { jobId, job } = await imports.run(`${header}\n${'There,there@example.com,,,\n'.repeat(count)}`)
  expect(job.verdicts.duplicate).toBe(count)
  let shown = 0
  let cursor: string | null = null
  do {
    const page: { items: unknown[]; nextCursor: string | null } = await platform
      .as()
      .ask(contacts.queries.contactRowList, { contactId: there.id, limit: 100, ...(cursor && { cursor }) })
    shown += page.items.length
    cursor = page.nextCursor
  } while (cursor)
  expect(shown).toBe(count)
  const erased = await erase(there.id)
  expect(erased.items).toContainEqual({ what: 'rows of imports', count })
  expect((await imports.job(jobId)).total).toBe(count)
})
