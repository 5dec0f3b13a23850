import { afterEach } from 'vitest'
import { startTestRetrieval, type TestRetrieval } from './start-test-retrieval.ts'

/** Starts the retrieval service for a test, as `startTestRetrieval` does; it ends with the test. */
export function useRetrieval() {
  const running: TestRetrieval[] = []
  afterEach(async () => {
    for (const each of running.splice(0)) await each.close()
  })
  return async (...options: Parameters<typeof startTestRetrieval>): Promise<TestRetrieval> => {
    const started = await startTestRetrieval(...options)
    running.push(started)
    return started
  }
}
