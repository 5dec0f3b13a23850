import { randomUUID } from 'node:crypto'
import { Client } from '@elastic/elasticsearch'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { elasticsearchChunkIndex, removeChunkIndexNamespace } from '../elasticsearch.ts'
import { declaration } from './declaration.ts'
import { inspectElasticsearch } from './inspect.ts'
import { type MappingChange, mappingChanges, migrate, numberOf } from './migrate.ts'
import { aliasOf, indexOf, prefixOf } from './names.ts'

const url = process.env.ELASTICSEARCH_URL
const namespace = `inspect${randomUUID().slice(0, 8)}`
const space = { tenant: 'acme', generation: 'test/1', dimensions: 4 }
const index = indexOf(aliasOf(prefixOf(namespace), space))
const chunk = {
  sourceId: 's',
  contentId: 'c',
  index: 0,
  text: 'hello',
  title: 't',
  start: 0,
  end: 5,
  language: null,
  vector: [1, 0, 0, 0],
}
const inspect = () => inspectElasticsearch({ url: url!, namespace })

describe.skipIf(!url)(`mapping changes${url ? '' : ' (not run: ELASTICSEARCH_URL is not set)'}`, () => {
  const client = new Client({ node: url ?? 'http://nowhere' })
  const mapping = async () => (await client.indices.getMapping({ index }))[index]!.mappings
  /** The index as a release made it that did not number mappings. */
  beforeEach(async () => {
    await client.indices.delete({ index, ignore_unavailable: true })
    const { settings, mappings } = declaration(space.dimensions)
    const { _meta, ...unnumbered } = mappings!
    const aliases = { [aliasOf(prefixOf(namespace), space)]: {} }
    await client.indices.create({ index, settings: settings!, mappings: unnumbered, aliases })
  })
  afterAll(async () => {
    await client.close()
    await removeChunkIndexNamespace({ url: url!, namespace })
  })

  test('an index without a number is pending, and two processes that write at once bring it up to date', async () => {
    expect((await inspect()).pending).toHaveLength(1)
    const both = [1, 2].map(() => elasticsearchChunkIndex({ url: url!, namespace }))
    await Promise.all(both.map((chunks) => chunks.put(space, [chunk])))
    await Promise.all(both.map((chunks) => chunks.close()))
    expect(numberOf(await mapping())).toBe(mappingChanges.length)
    const { pending, findings, lists } = await inspect()
    expect(pending).toEqual([])
    expect(findings.filter(({ level }) => level === 'fault')).toEqual([])
    expect(lists[0]!.rows).toMatchObject([{ index, mapping: mappingChanges.length }])
  })

  test('a change adds its field in place, once, and leaves a newer release alone', async () => {
    const language: MappingChange = { what: 'language', mappings: { properties: { language: { type: 'keyword' } } } }
    await Promise.all([1, 2].map(() => migrate(client, index, [...mappingChanges, language])))
    expect((await mapping()).properties).toHaveProperty('language')
    expect(numberOf(await mapping())).toBe(mappingChanges.length + 1)
    await migrate(client, index)
    expect(numberOf(await mapping())).toBe(mappingChanges.length + 1)
    expect((await inspect()).findings.map(({ what }) => what).join()).toContain('this release knows')
  })

  test('an index that no alias names is a warning', async () => {
    await client.indices.deleteAlias({ index, name: '*' })
    expect((await inspect()).findings.map(({ what }) => what).join()).toContain('has no alias')
  })

  test('a server that is away is a fault that names it without its password', async () => {
    const { findings } = await inspectElasticsearch({ url: 'http://me:secret@127.0.0.1:1' })
    expect(findings).toMatchObject([{ level: 'fault', what: expect.stringContaining('127.0.0.1:1') }])
    expect(JSON.stringify(findings)).not.toContain('secret')
  })
})
