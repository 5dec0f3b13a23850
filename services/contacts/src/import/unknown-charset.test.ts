import { contacts } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runTestImports } from '../../testing/run-test-imports.ts'
import { startTestContacts, type TestContacts } from '../../testing/start-test-contacts.ts'

let platform: TestContacts
let imports: ReturnType<typeof runTestImports>
beforeEach(async () => {
  platform = await startTestContacts()
  imports = runTestImports(platform)
})
afterEach(() => platform.close())

const mapping = { Name: 'name', 'E-mail': 'email' }
const bytesOf = (name: number[]) =>
  Buffer.from([...Buffer.from('Name,E-mail\n'), ...name, ...Buffer.from(',a@example.com\n')])
/** Иван in windows-1251, 田中太郎 in Shift_JIS. */
const ivan = bytesOf([0xc8, 0xe2, 0xe0, 0xed])
const tanaka = bytesOf([0x93, 0x63, 0x92, 0x86, 0x91, 0xbe, 0x98, 0x59])

test('names in another charset are read in it', async () => {
  const { rows } = await imports.run(ivan, { mapping })
  expect(rows).toMatchObject([{ verdict: 'created' }])
  expect((await imports.people()).map(({ name }) => name)).toEqual(['Иван'])
})

test('an import in a doubtful charset does not start, and one that names it does', async () => {
  await expect(imports.start(tanaka, { mapping })).rejects.toMatchObject({
    code: 'charset_unknown',
    status: 422,
    candidates: expect.arrayContaining([{ encoding: 'shift_jis', sample: '田中太郎,a@example.com' }]),
  })
  await expect(imports.start(tanaka, { mapping, encoding: 'klingon' })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'encoding' }],
  })
  expect((await platform.as().ask(contacts.queries.jobList, { limit: 10 })).items).toEqual([])
  await imports.run(tanaka, { mapping, encoding: 'shift_jis' })
  expect((await imports.people()).map(({ name }) => name)).toEqual(['田中太郎'])
})
