import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeTinyModel } from '@frontdesk/builtin-embeddings/testing'
import { afterAll, expect, test } from 'vitest'
import { usePlatform } from './platform.ts'

const folder = mkdtemp(join(tmpdir(), 'frontdesk-models-'))
const platform = usePlatform(async () => {
  const models = await folder
  await placeTinyModel(models)
  return { env: { EMBEDDING_MODEL: 'builtin', MODELS_DIR: models } }
})
afterAll(async () => rm(await folder, { recursive: true, force: true }))

test('sources are embedded by the built-in model, and questions find them by words and vectors', async () => {
  const { api } = platform
  await api.teach('Refunds', 'A refund takes five days.')
  const { body } = await api.post('/api/embeddings', { input: ['refund', 'return'] })
  expect(body).toMatchObject({ model: 'builtin-multilingual-e5-small-2', dimensions: 64 })
  expect(body.data).toHaveLength(2)

  const found = await api.get(`/api/search?q=${encodeURIComponent('How long does a refund take?')}`)
  expect(found.body.items[0]).toMatchObject({ title: 'Refunds' })
  expect(found.body.items[0].vector).toBeGreaterThan(0)
  const answer = await api.ask('How long does a refund take?')
  expect(answer).toMatchObject({ outcome: 'answered', content: 'A refund takes five days.' })
})
