import { contacts } from '@frontdesk/contracts'
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

test('each row has a verdict: made, there already in the file or the book, or rejected with every reason', async () => {
  const there = await imports.create({ name: 'There', email: 'there@example.com' })
  const file = [
    header,
    'Anna,anna@example.com,070-174 06 05,pro,"vip, new"',
    'Anna again,ANNA@example.com,,,',
    'There too,There@Example.com,,,',
    'Wrong,not an address,12,,',
    ',,,pro,',
    '"Bo ""B"" Ek",bo@example.com,,,',
  ].join('\r\n')
  const { job, rows } = await imports.run(file)
  expect(job).toMatchObject({
    total: 6,
    done: 4,
    failed: 2,
    verdicts: { created: 2, updated: 0, duplicate: 2, rejected: 2 },
  })
  expect(rows).toMatchObject([
    { row: 1, verdict: 'created' },
    { row: 2, verdict: 'duplicate', duplicateOf: { row: 1 } },
    { row: 3, verdict: 'duplicate', duplicateOf: { contactId: there.id } },
    { row: 4, verdict: 'rejected', cells: ['Wrong', 'not an address', '12', '', ''] },
    { row: 5, verdict: 'rejected' },
    { row: 6, verdict: 'created' },
  ])
  expect(rows[3]!.reasons).toHaveLength(2)
  const made = await imports.people()
  expect(made.map(({ name }) => name).sort()).toEqual(['Anna', 'Bo "B" Ek', 'There'])
  expect(made.find(({ name }) => name === 'Anna')).toMatchObject({ attributes: { plan: 'pro' }, tags: ['vip', 'new'] })
})

test('a cell with a character that no text has rejects its row, and names the field', async () => {
  const file = [
    header,
    'An\0na,anna@example.com,,,',
    'Bo,bo@example.com,,pr\0o,',
    `${'C'.repeat(150)},c@example.com,,,`,
  ]
  const { rows } = await imports.run(file.join('\n'))
  const reason = 'Must be text without NUL characters and unpaired surrogates.'
  expect(rows).toMatchObject([
    { verdict: 'rejected', reasons: [`name: ${reason}`] },
    { verdict: 'rejected', reasons: [`attributes.plan: ${reason}`] },
    { verdict: 'created' },
  ])
  // Only UTF-16 can hold half of a surrogate pair, and whoever reads it puts U+FFFD there.
  const halved = `${header}\n${'D'.repeat(150)}\ud83d,d@example.com,,,`
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(halved, 'utf16le')])
  expect((await imports.run(utf16)).rows).toMatchObject([{ verdict: 'created' }])
  expect((await imports.people()).map(({ name }) => name)).toContain(`${'D'.repeat(150)}\ufffd`)
})

test('a dry run says the same and changes nothing', async () => {
  await imports.create({ email: 'there@example.com' })
  const file = `${header}\nAnna,anna@example.com,,,\nAnna,anna@example.com,,,\nT,there@example.com,,,\nX,nope,,,`
  const dry = await imports.run(file, { dryRun: true })
  expect(await imports.people()).toHaveLength(1)
  const real = await imports.run(file)
  expect(dry.job.verdicts).toEqual(real.job.verdicts)
  expect(dry.rows.map(({ verdict }) => verdict)).toEqual(real.rows.map(({ verdict }) => verdict))
  await expect(platform.as().ask(contacts.queries.importUndo, { jobId: dry.jobId })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('duplicates update what is there, or are made beside it, as told; an undo puts all of it back', async () => {
  const there = await imports.create({
    name: 'Old',
    email: 'there@example.com',
    tags: ['kept'],
    attributes: { plan: 'free' },
  })
  const file = `${header}\nNew,there@example.com,,pro,more\nAnna,anna@example.com,,,\nAnna B,anna@example.com,,pro,`
  const updated = await imports.run(file, { onDuplicate: 'update' })
  expect(updated.job.verdicts).toEqual({ created: 1, updated: 2, duplicate: 0, rejected: 0 })
  const after = await imports.people()
  expect(after.find(({ id }) => id === there.id)).toMatchObject({
    name: 'New',
    tags: ['kept', 'more'],
    attributes: { plan: 'pro' },
  })
  expect(after.find(({ email }) => email === 'anna@example.com')).toMatchObject({
    name: 'Anna B',
    attributes: { plan: 'pro' },
  })

  await platform.as().ask(contacts.queries.importUndo, { jobId: updated.jobId })
  await vi.waitFor(async () => expect((await imports.job(updated.jobId)).undo).toBe('finished'))
  expect(await imports.people()).toEqual([there])
  expect((await imports.rows(updated.jobId)).map(({ undone }) => undone)).toEqual(['restored', 'removed', 'restored'])

  const beside = await imports.run(file, { onDuplicate: 'create' })
  expect(beside.job.verdicts).toEqual({ created: 3, updated: 0, duplicate: 0, rejected: 0 })
  expect(await imports.people()).toHaveLength(4)
})

test('an undo leaves alone what was changed since', async () => {
  const { jobId, rows: made } = await imports.run(`${header}\nAnna,anna@example.com,,,\nBo,bo@example.com,,,`)
  platform.clock.at += 60_000
  await platform
    .as()
    .ask(contacts.queries.contactUpdate, { contactId: made[0]!.contactId!, patch: { name: 'Anna Berg' } })
  await platform.as().ask(contacts.queries.importUndo, { jobId })
  await vi.waitFor(async () => expect((await imports.job(jobId)).undo).toBe('finished'))
  expect((await imports.people()).map(({ name }) => name)).toEqual(['Anna Berg'])
  expect((await imports.rows(jobId)).map(({ undone }) => undone)).toEqual(['kept', 'removed'])
})

test('separators and encodings of spreadsheets are read, and what is no list of rows is refused with a reason', async () => {
  const swedish = 'Name;E-mail\r\nÅsa Öberg;asa@example.com\r\n'
  const two = { Name: 'name', 'E-mail': 'email' }
  for (const [i, bytes] of [
    Buffer.from(`\ufeff${swedish}`),
    Buffer.from(swedish, 'latin1'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(swedish, 'utf16le')]),
  ].entries()) {
    const { rows } = await imports.run(bytes, { mapping: two, dryRun: true })
    expect(rows, `${i}`).toMatchObject([{ verdict: 'created' }])
  }
  for (const [file, code] of [
    ['Name,E-mail\n', 'empty_document'],
    ['Name,E-mail\n"open, quote\n', 'damaged_document'],
    ['Name,Name\nA,B\n', 'damaged_document'],
    ['First,Mail\nA,a@example.com\n', 'invalid_request'],
    [`Name,E-mail\n${'A,a@example.com\n'.repeat(10_001)}`, 'payload_too_large'],
  ] as const) {
    const { job } = await imports.run(file, { mapping: two })
    expect(job.error?.code).toBe(code)
  }
})

test('a row without a value is none of the 10,000 that may be', async () => {
  const most = 'A,a@example.com,,,\n'.repeat(10_000)
  const { job } = await imports.run(`${header}\n${most},,,,\n`, { dryRun: true })
  expect(job).toMatchObject({ total: 10_000, done: 10_000 })
}, 30_000)

test('columns are mapped by their names, with the spaces around them or without', async () => {
  const mapping = { 'Name ': 'name', ' E-mail': 'email' }
  const { rows } = await imports.run('Name, E-mail\nAnna,anna@example.com\n', { mapping })
  expect(rows).toMatchObject([{ verdict: 'created' }])
  const twice = imports.start('Mail\na@example.com\n', { mapping: { Mail: 'email', ' Mail': 'name' } })
  await expect(twice).rejects.toMatchObject({ code: 'invalid_request', message: 'The column "Mail" is mapped twice.' })
})

test('an attribute’s name may have dots, and can’t be __proto__', async () => {
  await imports.run('Mail,Size\na@example.com,42\n', { mapping: { Mail: 'email', Size: 'attributes.shoe.size' } })
  expect(await imports.people()).toMatchObject([{ attributes: { 'shoe.size': '42' } }])
  for (const field of ['attributes.__proto__', 'attributes. __proto__ ']) {
    await expect(imports.start('Mail\na@example.com\n', { mapping: { Mail: field } })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'mapping.Mail', message: 'No attribute can be named __proto__.' }],
    })
  }
})

test('stopped on the way it goes on where it was, and makes everybody once', async () => {
  const count = 1_000
  const file = [header, ...Array.from({ length: count }, (_, i) => `P${i},p${i % 900}@example.com,,,`)].join('\n')
  const jobId = await imports.start(file)
  await vi.waitFor(async () => expect((await imports.job(jobId)).done).toBeGreaterThan(0), {
    timeout: 20_000,
    interval: 5,
  })
  await platform.restart()
  const done = await imports.finished(jobId)
  expect(done.verdicts).toEqual({ created: 900, updated: 0, duplicate: 100, rejected: 0 })
  const seen = new Set<string>()
  let cursor: string | null = null
  do {
    const page: { items: { email: string | null }[]; nextCursor: string | null } = await platform
      .as()
      .ask(contacts.queries.contactList, { limit: 100, ...(cursor && { cursor }) })
    for (const { email } of page.items) {
      expect(seen.has(email!)).toBe(false)
      seen.add(email!)
    }
    cursor = page.nextCursor
  } while (cursor)
  expect(seen.size).toBe(900)
}, 60_000)
