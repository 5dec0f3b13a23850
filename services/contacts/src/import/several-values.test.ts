import { contacts } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { header, runTestImports } from '../../testing/run-test-imports.ts'
import { startTestContacts, type TestContacts } from '../../testing/start-test-contacts.ts'

let platform: TestContacts
let imports: ReturnType<typeof runTestImports>
beforeEach(async () => {
  platform = await startTestContacts()
  imports = runTestImports(platform)
})
afterEach(() => platform.close())
const fileOf = (lines: string[]) => [header, ...lines].join('\n')
const contactOf = (contactId: string) => platform.as().ask(contacts.queries.contactRead, { contactId })

test.each([
  ['+46 70 174 06 05 ::: 040-12 34 56', '+46 70 174 06 05', '040-12 34 56'],
  ['+46701740605 ::: 040-12 34 56 ::: +47 22 12 34 56', '+46701740605', '040-12 34 56, +47 22 12 34 56'],
  ['unknown ::: +46701740605', '+46701740605', 'unknown'],
  ['+46701740605;040-123456', '+46701740605', '040-123456'],
  ['+46701740605, 040-123456', '+46701740605', '040-123456'],
  ['040-123456 / +46701740605', '040-123456', '+46701740605'],
])('of the numbers %j the first is the phone, the others an attribute', async (cell, phone, others) => {
  const { rows } = await imports.run(fileOf([`Anna,,"${cell}",,`]))
  expect(rows).toMatchObject([{ verdict: 'created', notes: [expect.stringMatching(/phone.*attributes\.otherPhones/)] }])
  expect(await contactOf(rows[0]!.contactId!)).toMatchObject({ phone, attributes: { otherPhones: others } })
})

test('of several e-mail addresses the first is the contact’s, and one value stays one', async () => {
  const { rows } = await imports.run(
    fileOf([
      'Anna,* anna@example.com ::: anna@work.example,,,',
      'Bo,"bo@example.com; bo@work.example",,,',
      'Cia,,040-12 34 56,,',
    ]),
  )
  expect(await contactOf(rows[0]!.contactId!)).toMatchObject({
    email: 'anna@example.com',
    attributes: { otherEmails: 'anna@work.example' },
  })
  expect(await contactOf(rows[1]!.contactId!)).toMatchObject({ email: 'bo@example.com' })
  expect(rows[2]).not.toHaveProperty('notes')
  expect(await contactOf(rows[2]!.contactId!)).toMatchObject({ phone: '040-12 34 56', attributes: {} })
})

test('a number that a spreadsheet shortened, and cells that leave a doubt, are rejected with a reason', async () => {
  const { rows } = await imports.run(
    fileOf(['A,,"4,67017E+10",,', 'B,,4.67E+10,,', 'C,,4E+10,,', 'E,"e@example.com; none",,,']),
  )
  expect(rows.map(({ verdict }) => verdict)).toEqual(Array(4).fill('rejected'))
  for (const { reasons } of rows.slice(0, 3)) expect(reasons!.join()).toMatch(/a spreadsheet shortened the number/)
  expect(rows[3]!.reasons!.join()).toMatch(/email/)
})

test('names are one line, whoever brings them, and addresses with encoded control characters are rejected', async () => {
  const { rows } = await imports.run(
    fileOf([
      '"Anna\r\nBcc: x\u202e\u0007",anna@example.com,,,',
      'Bo,bo%0abcc:x@example.com,,,',
      'Cia,cia%250Dx@example.com,,,',
    ]),
  )
  expect(rows.map(({ verdict }) => verdict)).toEqual(['created', 'rejected', 'rejected'])
  expect((await contactOf(rows[0]!.contactId!)).name).toBe('Anna Bcc: x')
})
