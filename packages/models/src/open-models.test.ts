import { startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { expect, it } from 'vitest'
import { openModels } from './open-models.ts'

it('uses the local models when no model is named, even when a key is set', async () => {
  expect((await openModels({})).chat).toBeNull()
  expect((await openModels({ OPENAI_API_KEY: 'sk-1', CHAT_MODEL: '' })).chat).toBeNull()
})

it('uses the endpoint when a chat model is named', async () => {
  const models = await openModels({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', CHAT_MODEL: 'chat-1' })
  expect(models).toMatchObject({ chat: 'chat-1', writesFreely: true, embedding: { model: 'local-hashed-1024' } })
})

it('searches by the meaning of an endpoint without a chat model', async () => {
  const endpoint = await startOpenAiEndpoint()
  try {
    const models = await openModels({
      OPENAI_BASE_URL: endpoint.url,
      EMBEDDING_MODEL: 'embed-1',
      EMBEDDING_WEIGHT: '.4',
    })
    expect(models).toMatchObject({ chat: null, writesFreely: false })
    expect(models.embedding).toMatchObject({ model: 'embed-1', isIndexed: true, weight: 0.4 })
    const [vector] = await models.embed(['How long?'])
    expect(vector).toHaveLength(models.embedding.dimensions)
    await models.check()
    const request = { question: 'How long?', history: [], passages: [], instructions: [] }
    await Array.fromAsync(models.answer(request, { signal: new AbortController().signal }))
    expect(endpoint.requests.every(({ body }) => !body?.messages)).toBe(true)
  } finally {
    await endpoint.close()
  }
})

it('names every fault of the settings at once', async () => {
  await expect(openModels({ EMBEDDING_WEIGHT: '.5' })).rejects.toThrow('EMBEDDING_MODEL: must be set')
  await expect(openModels({ EMBEDDING_WEIGHT: '2' })).rejects.toThrow('EMBEDDING_WEIGHT')
  await expect(openModels({ OPENAI_BASE_URL: 'ftp://x', EMBEDDING_MODEL: 'e' })).rejects.toThrow(/OPENAI_BASE_URL/)
  await expect(openModels({ OPENAI_BASE_URL: 'http://x/v1' })).rejects.toThrow('CHAT_MODEL: must be set')
  await expect(openModels({ CHAT_MODEL: 'c' })).rejects.toThrow('OPENAI_BASE_URL: must be set')
  await expect(openModels({ EMBEDDING_MODEL: 'e' })).rejects.toThrow(
    'OPENAI_BASE_URL: must be set when EMBEDDING_MODEL',
  )
  await expect(openModels({ FALLBACK_OPENAI_BASE_URL: 'http://y/v1' })).rejects.toThrow('FALLBACK_CHAT_MODEL: must be')
})

it('reads its fallback and its limits from the environment', async () => {
  const endpoint = await startOpenAiEndpoint()
  try {
    const models = await openModels({
      OPENAI_BASE_URL: endpoint.url,
      CHAT_MODEL: 'chat-1',
      FALLBACK_CHAT_MODEL: 'chat-2',
      MODEL_ANSWER_TOKENS: '77',
      MODEL_MAX_RETRIES: '0',
    })
    endpoint.script({ status: 500 })
    const request = { question: 'How long?', history: [], passages: [], instructions: [] }
    await Array.fromAsync(models.answer(request, { signal: new AbortController().signal }))
    expect(endpoint.requests.map(({ body }) => [body.model, body.max_tokens])).toEqual([
      ['chat-1', 77],
      ['chat-2', 77],
    ])
  } finally {
    await endpoint.close()
  }
})
