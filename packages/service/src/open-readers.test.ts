import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collection, sqliteDocuments } from '@frontdesk/documents'
import { mongoDocuments, removeDocumentsNamespace, restoreMark } from '@frontdesk/documents/mongo'
import { openSqlite } from '@frontdesk/sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { standIn } from '../testing/stand-in.ts'
import { assertInstallation } from './assert-installation.ts'
import { inspectPorts } from './inspect-ports.ts'
import { openDocumentsBeside } from './open-documents-beside.ts'
import { openReaders } from './open-readers.ts'
import { removeNamespace } from './remove-namespace.ts'

const notes = collection<{ text: string }>('notes-notes')
const services = [standIn({ name: 'notes', collections: { notes } })]
const embedded = { NATS_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '' }

/** A data folder with a database, with a note in it if told. */
async function folder({ isEmpty = false } = {}): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-readers-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  mkdirSync(join(dir, 'blobs'))
  const store = openSqlite(join(dir, 'main.db'))
  const opened = await sqliteDocuments(store).collection(notes)
  if (!isEmpty) await opened.put('acme', 'one', { text: 'a note' })
  await store.close()
  return dir
}

const contentsOf = async (env: Record<string, string | undefined>) =>
  (await inspectPorts(env, services)).find(({ dependency }) => dependency === 'contents')

test('nobody reads a folder whose restore is not finished, and the doctor says so', async () => {
  const dir = await folder()
  const env = { ...embedded, DATA_DIR: dir }
  await (await openReaders(env)).close()
  expect((await contentsOf(env))!.findings).toEqual([])

  writeFileSync(join(dir, 'restore.unfinished'), '')
  await expect(openReaders(env)).rejects.toThrow(`${dir} is not finished`)
  await expect(openReaders(env)).rejects.toThrow('run it again')
  await expect(openDocumentsBeside(env)).rejects.toThrow('did not finish')
  expect((await contentsOf(env))!.findings).toMatchObject([
    {
      level: 'fault',
      what: expect.stringContaining('is not finished'),
      remedy: expect.stringContaining('run it again'),
    },
  ])
  rmSync(join(dir, 'main.db'))
  expect((await contentsOf(env))!.findings).toHaveLength(1)
})

test('a database without a document is no installation', async () => {
  for (const isEmpty of [false, true]) {
    const env = { ...embedded, DATA_DIR: await folder({ isEmpty }) }
    const readers = await openReaders(env)
    onTestFinished(() => readers.close())
    const asserting = assertInstallation(readers.documents, services, env)
    if (isEmpty) await expect(asserting).rejects.toThrow(`There is no installation in ${env.DATA_DIR}`)
    else await asserting
  }
})

const { NATS_URL: natsUrl, MONGODB_URL: mongodbUrl, ELASTICSEARCH_URL: elasticsearchUrl } = process.env
const reason = natsUrl && mongodbUrl && elasticsearchUrl ? '' : ' (not run: the servers are not set)'
describe.skipIf(reason !== '')(`on servers${reason}`, () => {
  const servers = { NATS_URL: natsUrl, MONGODB_URL: mongodbUrl, ELASTICSEARCH_URL: elasticsearchUrl }
  const own = () => {
    const namespace = `readers${randomUUID().slice(0, 8)}`
    const all = { natsUrl: natsUrl!, mongodbUrl: mongodbUrl!, elasticsearchUrl: elasticsearchUrl! }
    onTestFinished(() => removeNamespace(namespace, all))
    return { namespace, env: { ...servers, FRONTDESK_NAMESPACE: namespace } }
  }

  test('nobody reads a database whose restore is not finished, and the doctor says so', async () => {
    const { namespace, env } = own()
    const mark = await restoreMark({ url: mongodbUrl!, namespace })
    onTestFinished(() => mark.close())
    await mark.begin()
    await expect(openReaders(env)).rejects.toThrow(`-${namespace} is not finished`)
    expect((await contentsOf(env))!.findings).toMatchObject([
      { level: 'fault', remedy: expect.stringContaining('drop the database') },
    ])
    await mark.begin('migration-of-a-test')
    expect((await contentsOf(env))!.findings).toMatchObject([
      { remedy: expect.stringContaining('run frontdesk migrate again') },
    ])
    await mark.finish()
    await (await openReaders(env)).close()
    expect((await contentsOf(env))!.findings).toEqual([])
  })

  test('a namespace that nobody has is no installation', async () => {
    const { namespace, env } = own()
    const readers = await openReaders(env)
    onTestFinished(() => readers.close())
    const asserting = () => assertInstallation(readers.documents, services, env)
    await expect(asserting()).rejects.toThrow(`FRONTDESK_NAMESPACE (${namespace})`)
    const documents = await mongoDocuments({ url: mongodbUrl!, namespace })
    onTestFinished(() => documents.close())
    await (await documents.collection(notes)).put('acme', 'one', { text: 'a note' })
    await asserting()
    await removeDocumentsNamespace({ url: mongodbUrl!, namespace })
  })
})
