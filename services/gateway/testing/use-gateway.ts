import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startTestGateway, type TestGateway } from './start-test-gateway.ts'

type Options = NonNullable<Parameters<typeof startTestGateway>[0]>

/**
 * A gateway of its own for each test of a file, or one that they share; it is stopped after them. `options` is asked before
 * each start, so it is also where a file sets back what its services have counted. With `listens` it takes connections, on
 * `port()`.
 */
export function useGateway(
  options: () => Options | Promise<Options> = () => ({}),
  { shared = false, listens = false } = {},
): Omit<TestGateway, 'stop'> & { port(): number; baseUrl(): string } {
  let running: TestGateway
  const [before, after] = shared ? [beforeAll, afterAll] : [beforeEach, afterEach]
  before(async () => {
    running = await startTestGateway(await options())
    if (listens) await running.app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => running.stop())
  const port = () => (running.app.server.address() as AddressInfo).port
  return {
    port,
    baseUrl: () => `http://127.0.0.1:${port()}`,
    get app() {
      return running.app
    },
    get other() {
      return running.other
    },
    get context() {
      return running.context
    },
    get ports() {
      return running.ports
    },
    ask: (asked) => running.ask(asked),
    settle: () => running.settle(),
  }
}
