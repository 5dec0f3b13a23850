import { ingest } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestPlatform } from '../../testing/start-test-platform.ts'

let own: Awaited<ReturnType<typeof startTestPlatform>>
beforeEach(async () => {
  own = await startTestPlatform()
})
afterEach(() => own.close())

let operations = 0
const add = async (bytes: Uint8Array, filename: string, encoding?: string) => {
  const content = { ...(await own.upload(bytes, filename)), ...(encoding !== undefined && { encoding }) }
  return own.as('acme').ask(ingest.queries.sourceAdd, { operationId: `op-${++operations}`, content })
}
const until = (sourceId: string, expected: object) =>
  vi.waitFor(async () =>
    expect(await own.as('acme').ask(ingest.queries.sourceRead, { sourceId })).toMatchObject(expected),
  )
const textOf = async (sourceId: string) => {
  const { textBlobIds, encoding } = await own.as('acme').ask(ingest.queries.versionRead, { sourceId, version: 1 })
  return { encoding, text: new TextDecoder().decode(await own.blobs.read('acme', textBlobIds[0]!)) }
}

/** ПРОДАЖА ТОВАРОВ in windows-1251: capitals, which read as words of other scripts too. */
const doubtful = Buffer.from('cfd0cec4c0c6c020d2cec2c0d0cec2', 'hex')

it.each(['txt', 'md', 'html', 'csv'])(
  'a .%s file in another charset is read in it, and says which',
  async (extension) => {
    const text = 'Vrácení peněz trvá pět dnů zboží můžete vyměnit'
    const table: Record<string, number> = { á: 0xe1, í: 0xed, ě: 0xec, ů: 0xf9, ž: 0x9e }
    const bytes = Uint8Array.from([...`Text\n${text}`].map((letter) => table[letter] ?? letter.charCodeAt(0)))
    const { id } = await add(bytes, `dotaz.${extension}`)
    await until(id, { status: 'Ready', encoding: 'windows-1250' })
    const read = await textOf(id)
    expect(read.encoding).toBe('windows-1250')
    expect(read.text).toContain(text)
  },
)

it('a doubtful charset is asked about with samples, and a retry that names one reads the text in it', async () => {
  const { id } = await add(doubtful, 'goods.txt')
  await until(id, { status: 'Failed', error: { code: 'charset_unknown' } })
  const { error } = await own.as('acme').ask(ingest.queries.sourceRead, { sourceId: id })
  expect(error!.candidates).toContainEqual({ encoding: 'windows-1251', sample: 'ПРОДАЖА ТОВАРОВ' })
  const retry = (encoding: string) => own.as('acme').ask(ingest.queries.sourceRetry, { sourceId: id, encoding })
  await expect(retry('klingon')).rejects.toMatchObject({ code: 'invalid_request', errors: [{ path: 'encoding' }] })
  await retry('CP1251')
  await until(id, { status: 'Ready', encoding: 'windows-1251' })
  expect((await textOf(id)).text).toBe('ПРОДАЖА ТОВАРОВ')
})

it('an upload may name the charset, and one that the bytes are not in fails', async () => {
  const named = await add(doubtful, 'goods.txt', 'cp1251')
  await until(named.id, { status: 'Ready', encoding: 'windows-1251' })
  const wrong = await add(doubtful, 'goods.txt', 'utf-8')
  await until(wrong.id, { status: 'Failed', error: { code: 'damaged_document' } })
  await expect(add(doubtful, 'goods.txt', 'klingon')).rejects.toMatchObject({ code: 'invalid_request' })
})

it('UTF-8 is said too', async () => {
  const { id } = await add(Buffer.from('Returns are free within 30 days.'), 'returns.txt')
  await until(id, { status: 'Ready', encoding: 'utf-8' })
})
