import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inspectModels } from './inspect.ts'

let endpoint: OpenAiEndpoint
let structure: () => object | undefined
beforeEach(async () => {
  structure = () => undefined
  endpoint = await startOpenAiEndpoint({ structure: () => structure() })
})
afterEach(() => endpoint.stop())
const env = (more = {}) => ({ OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: 'key', CHAT_MODEL: 'chat-1', ...more })

describe('the doctor on models', () => {
  it('finds nothing wrong with a model that answers', async () => {
    expect((await inspectModels(env())).findings).toEqual([])
  })

  it.each([
    [{ status: 404, message: 'no such model' }, /404/],
    [{ status: 401 }, /401/],
    [{ status: 429, code: 'insufficient_quota' }, /quota/],
    [{ parts: [], refusal: 'No.' }, /refused/],
    [{ status: 503 }, /503/],
  ])('names a model that is missing or refuses, though a fallback answers: %j', async (reply, what) => {
    const findings = async (more = {}) => {
      endpoint.script(reply)
      return (await inspectModels(env(more))).findings
    }
    expect(await findings()).toMatchObject([{ level: 'fault', what: expect.stringMatching(what) }])
    const [found] = await findings({ FALLBACK_CHAT_MODEL: 'chat-2' })
    expect(found).toMatchObject({ level: 'fault', what: expect.stringMatching(what) })
  })

  it('warns of a model that gives no verdicts', async () => {
    structure = () => ({ parts: ['Certainly!'] })
    expect((await inspectModels(env())).findings).toMatchObject([
      { level: 'warning', what: expect.stringContaining('verdicts') },
    ])
  })

  it('asks nothing without a chat model', async () => {
    expect((await inspectModels({})).findings).toEqual([])
    expect(endpoint.requests).toEqual([])
  })
})
