import { Client } from '@elastic/elasticsearch'
import { afterAll, describe, expect, it } from 'vitest'
import { chunkOf, newSpace } from '../conformance/chunks.ts'
import { elasticsearchChunkIndex, removeChunkIndexNamespace } from '../elasticsearch.ts'

const url = process.env.ELASTICSEARCH_URL
const namespace = `full${Date.now()}`

describe.skipIf(!url)('an Elasticsearch whose disk is nearly full (needs ELASTICSEARCH_URL)', () => {
  afterAll(() => removeChunkIndexNamespace({ url: url!, namespace }))

  it('says so when it is checked and when it is written to, and finds what it has', async () => {
    const client = new Client({ node: url! })
    const index = elasticsearchChunkIndex({ url: url!, namespace })
    const space = newSpace()
    await index.put(space, [chunkOf('cnt1', 'Zanzibarella paid')])
    await index.refresh(space)
    await index.check()
    // What the server does itself above the flood-stage watermark.
    const blocked = (value: boolean | null) =>
      client.indices.putSettings({
        index: `frontdesk-${namespace}-chunks-*`,
        settings: { 'index.blocks.read_only_allow_delete': value },
      })
    await blocked(true)
    const full = { code: 'unavailable', storage: 'disk_full' }
    await expect(index.check()).rejects.toMatchObject(full)
    await expect(index.put(space, [chunkOf('cnt2', 'Quetzalcoatl paid')])).rejects.toMatchObject(full)
    expect((await index.search(space, { question: 'Zanzibarella', limit: 5 })).lexical).toHaveLength(1)
    await blocked(null)
    await index.check()
    const closed = (value: boolean | null) =>
      client.indices.putSettings({
        index: `frontdesk-${namespace}-chunks-*`,
        settings: { 'index.blocks.write': value },
      })
    await closed(true)
    await expect(index.check()).rejects.toMatchObject({ code: 'unavailable', storage: 'read_only' })
    await closed(null)
    await index.check()
    await index.put(space, [chunkOf('cnt2', 'Quetzalcoatl paid')])
    await index.close()
    await client.close()
  }, 30_000)
})
