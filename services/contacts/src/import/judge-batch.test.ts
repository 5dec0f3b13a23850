import { contacts } from '@frontdesk/contracts'
import { limitMs, runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { header, runTestImports } from '../../testing/run-test-imports.ts'
import { startTestContacts, type TestContacts } from '../../testing/start-test-contacts.ts'

let platform: TestContacts
let imports: ReturnType<typeof runTestImports>
beforeEach(async () => {
  platform = await startTestContacts()
  imports = runTestImports(platform)
})
afterEach(() => platform.close())

/** Three rows: an address, it again with a phone number, and that number alone. */
const chainOf = (email: string, digit: number) => [
  `Anna,${email},,,`,
  `Anna again,${email},+4670174060${digit},,`,
  `Third,,070-174 06 0${digit},,`,
]
const fileOf = (lines: string[]) => [header, ...lines].join('\n')

test('a row that is skipped takes no address with it: whoever has that address is somebody else', async () => {
  const { rows } = await imports.run(fileOf(chainOf('anna@example.com', 5)), { onDuplicate: 'skip' })
  expect(rows).toMatchObject([
    { verdict: 'created' },
    { verdict: 'duplicate', contactId: rows[0]!.contactId, duplicateOf: { row: 1, contactId: rows[0]!.contactId } },
    { verdict: 'created' },
  ])
  const third = await platform.as().ask(contacts.queries.contactRead, { contactId: rows[2]!.contactId! })
  expect(third.name).toBe('Third')
})

test('addresses of a row that updates a contact are that contact’s for the rows after it', async () => {
  const { rows } = await imports.run(fileOf(chainOf('anna@example.com', 5)), { onDuplicate: 'update' })
  const { contactId } = rows[0]!
  expect(rows).toMatchObject([
    { verdict: 'created' },
    { verdict: 'updated', contactId, duplicateOf: { row: 1, contactId } },
    { verdict: 'updated', contactId, duplicateOf: { row: 2, contactId } },
  ])
  expect(await imports.people()).toMatchObject([{ id: contactId, name: 'Third' }])
  const dry = await imports.run(fileOf(chainOf('bea@example.com', 6)), {
    onDuplicate: 'update',
    dryRun: true,
  })
  expect(dry.rows).toEqual([
    { row: 1, verdict: 'created' },
    { row: 2, verdict: 'updated', duplicateOf: { row: 1 } },
    { row: 3, verdict: 'updated', duplicateOf: { row: 2 } },
  ])
})

test('a row with the addresses of two contacts updates neither, and a dry run says so', async () => {
  const one = await imports.create({ email: 'one@example.com' })
  const two = await imports.create({ phone: '+46701740605' })
  const file = `${header}\nMixed,one@example.com,070-174 06 05,,`
  const dry = await imports.run(file, { onDuplicate: 'update', dryRun: true })
  const real = await imports.run(file, { onDuplicate: 'update' })
  const reasons = [`one of its addresses belongs to another contact, ${two.id}`]
  expect(dry.rows).toMatchObject([{ verdict: 'rejected', reasons }])
  expect(real.rows).toEqual(dry.rows)
  expect(await imports.people()).toEqual(expect.arrayContaining([two, one]))
})

test('gone on with in the middle, it knows whose the addresses of the rows before are', async () => {
  for (const onDuplicate of ['skip', 'update'] as const) {
    const [first, second, last] = chainOf(`${onDuplicate}@example.com`, onDuplicate.length) as [string, string, string]
    const between = Array.from({ length: 397 }, (_, i) => `F${i},f${i}.${onDuplicate}@example.com,,,`)
    const jobId = await imports.start(fileOf([first, second, ...between, last]), { onDuplicate })
    await vi.waitFor(async () => expect((await imports.job(jobId)).done).toBeGreaterThan(0), {
      timeout: 20_000,
      interval: 2,
    })
    await platform.restart()
    const { verdicts } = await imports.finished(jobId)
    const rows = await imports.rows(jobId)
    if (onDuplicate === 'skip') expect(verdicts).toEqual({ created: 399, updated: 0, duplicate: 1, rejected: 0 })
    else {
      expect(verdicts).toEqual({ created: 398, updated: 2, duplicate: 0, rejected: 0 })
      expect(rows.at(-1)).toMatchObject({ contactId: rows[0]!.contactId, duplicateOf: { row: 2 } })
    }
  }
}, 60_000)

test(
  'whatever is in the file and in the book, a dry run says what the import then does',
  async () => {
    const email = fc.constantFrom('', 'a', 'b', 'c', 'd')
    const phone = fc.constantFrom('', '1', '2', '3')
    const person = fc.tuple(email, phone)
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { maxLength: 3 }),
        fc.array(person, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('skip', 'update', 'create'),
        async (book, file, onDuplicate) => {
          run++
          const emailOf = (name: string) => name && `${name}${run}@example.com`
          const phoneOf = (name: string) => name && `+4670${name}${String(run).padStart(6, '0')}`
          const mine = new Map<string, string>()
          for (const [i, [e, p]] of book.entries()) {
            if (!e && !p) continue
            const given = { name: `B${i}`, ...(e && { email: emailOf(e) }), ...(p && { phone: phoneOf(p) }) }
            const made = await imports.create(given).catch(() => undefined)
            if (made) mine.set(made.id, `B${i}`)
          }
          const text = [header, ...file.map(([e, p], i) => `P${i},${emailOf(e)},${phoneOf(p)},,`)].join('\n')
          const dry = await imports.run(text, { onDuplicate, dryRun: true })
          const real = await imports.run(text, { onDuplicate })
          expect(real.job.verdicts).toEqual(dry.job.verdicts)
          const shape = (rows: typeof dry.rows) =>
            rows.map(({ row, verdict, duplicateOf, reasons }) => ({
              row,
              verdict,
              reasons,
              of: duplicateOf?.row ?? duplicateOf?.contactId,
            }))
          expect(shape(real.rows)).toEqual(shape(dry.rows))
          for (const { contactId } of real.rows) {
            if (contactId) await platform.as().ask(contacts.queries.contactRead, { contactId })
          }
        },
      ),
      { numRuns: runs(40) },
    )
  },
  limitMs(60_000),
)
