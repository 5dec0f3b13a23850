import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeTinyModel } from '@frontdesk/builtin-embeddings/testing'
import { startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inspectModels } from './inspect.ts'
import { openModels } from './open-models.ts'
import type { Models } from './port.ts'

let folder = ''
const opened: Models[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-models-'))
})
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close?.()
  await rm(folder, { recursive: true })
})

/** The models, and why the built-in one is not among them. */
async function open(env: Record<string, string> = {}): Promise<{ models: Models; absences: string[] }> {
  const absences: string[] = []
  const settings = { EMBEDDING_MODEL: 'builtin', MODELS_DIR: folder, ...env }
  const models = await openModels(settings, { absent: (reason) => absences.push(reason) })
  opened.push(models)
  return { models, absences }
}

it('embeds questions and passages by the built-in model, which needs no endpoint', async () => {
  await placeTinyModel(folder)
  const { models, absences } = await open({ EMBEDDING_WEIGHT: '.4' })
  expect(absences).toEqual([])
  const { embedding } = models
  expect(embedding).toMatchObject({ model: 'builtin-multilingual-e5-small-2', isIndexed: true, weight: 0.4 })
  const [passage] = await models.embed(['refund'])
  const [question] = await models.embed(['refund'], { kind: 'query' })
  expect(passage).toHaveLength(embedding.dimensions)
  expect(question).not.toEqual(passage)
})

it('writes with the chat model of an endpoint and embeds by itself', async () => {
  await placeTinyModel(folder)
  const endpoint = await startOpenAiEndpoint()
  try {
    const { models } = await open({ OPENAI_BASE_URL: endpoint.url, CHAT_MODEL: 'chat-1' })
    expect(models).toMatchObject({ chat: 'chat-1', embedding: { model: 'builtin-multilingual-e5-small-2' } })
    await models.embed(['refund'])
    expect(endpoint.requests).toEqual([])
  } finally {
    await endpoint.close()
  }
})

it('goes on by words alone, and says why, where there are no weights or wrong ones', async () => {
  const without = await open()
  expect(without.models.embedding.model).toBe('local-hashed-1024')
  expect(without.absences).toEqual([expect.stringContaining('frontdesk fetch-embeddings')])
  const file = join(folder, 'weights.bin')
  await writeFile(file, 'anything')
  const wrong = await open({ EMBEDDING_WEIGHTS_FILE: file })
  expect(wrong.models.embedding.isIndexed).toBe(false)
  expect(wrong.absences).toEqual([expect.stringContaining('SHA-256')])
})

it('is off by name', async () => {
  const { models, absences } = await open({ EMBEDDING_MODEL: 'off' })
  expect(models.embedding.isIndexed).toBe(false)
  expect(absences).toEqual([])
})

it('the doctor names the model, and what to do where it is missing', async () => {
  const env = { EMBEDDING_MODEL: 'builtin', MODELS_DIR: folder }
  const { findings } = await inspectModels(env)
  expect(findings).toMatchObject([{ level: 'warning', remedy: expect.stringContaining('frontdesk fetch-embeddings') }])
  await placeTinyModel(folder)
  const { findings: none, settings } = await inspectModels(env)
  expect(none).toEqual([])
  expect(settings).toMatchObject({ embedding: 'builtin-multilingual-e5-small-2', dimensions: 64 })
  expect(settings).not.toHaveProperty('endpoint')
})
