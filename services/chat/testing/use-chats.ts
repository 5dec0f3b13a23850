import { type Models, openaiModels } from '@frontdesk/models'
import type { SqliteStore } from '@frontdesk/sqlite'
import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing/openai-endpoint'
import { afterEach, beforeEach, expect } from 'vitest'
import { openTestStore, startTestChat, type TestChat, type TestChatOptions } from './start-test-chat.ts'

type EndpointOptions = NonNullable<Parameters<typeof startOpenAiEndpoint>[0]>

/**
 * A store of each test's own, the instances of chat that it starts on it, and a model's endpoint where there is to be one. All
 * of it ends with the test, when no turn may be left.
 */
export function useChats({ endpoint }: { endpoint?: EndpointOptions } = {}) {
  const running: TestChat[] = []
  const own = {
    store: undefined as unknown as SqliteStore,
    endpoint: undefined as unknown as OpenAiEndpoint,
    async start(options: Partial<TestChatOptions> = {}): Promise<TestChat> {
      const started = await startTestChat({ store: own.store, ...options })
      running.push(started)
      return started
    },
    /** The endpoint's model, for `start`. */
    models: (more: Partial<Parameters<typeof openaiModels>[0]> = {}): Promise<Models> =>
      openaiModels({ baseUrl: own.endpoint.url, apiKey: 'key', chatModel: 'chat-1', maxRetries: 0, ...more }),
    /** Stops what runs before the test ends. */
    async stop(): Promise<void> {
      for (const each of running.splice(0)) {
        await each.stop()
        expect([each.live.size, each.live.running.size]).toEqual([0, 0])
      }
    },
  }
  beforeEach(async () => {
    own.store = openTestStore()
    if (endpoint) own.endpoint = await startOpenAiEndpoint(endpoint)
  })
  afterEach(async () => {
    await own.stop()
    if (endpoint) await own.endpoint.close()
    await own.store.close()
  })
  return own
}
