import { webhookDispatcher } from '@frontdesk/contracts'
import { openSqlite, type SqliteStore } from '@frontdesk/sqlite'
import { afterEach, beforeEach, vi } from 'vitest'
import { aMessage, type Dispatcher, openSubscriber, type Subscriber, startDispatcher } from './start-test-dispatcher.ts'

export const second = 1_000
export const hour = 3_600 * second

/** A store and a clock of each test's own, and whatever it starts on them; all of it ends with the test. */
export function useDispatchers() {
  const subscribers: Subscriber[] = []
  const dispatchers: Dispatcher[] = []
  const own = {
    store: undefined as unknown as SqliteStore,
    /** Milliseconds since 1970; it stands still until it is set. */
    now: 0,
    async start(options: Parameters<typeof startDispatcher>[2] = {}) {
      const dispatcher = await startDispatcher(own.store, { now: () => own.now }, options)
      dispatchers.push(dispatcher)
      return dispatcher
    },
    /** Stops the one that was started last. */
    stopLast: () => dispatchers.pop()!.stop(),
    async subscriber(...answer: Parameters<typeof openSubscriber>) {
      const one = await openSubscriber(...answer)
      subscribers.push(one)
      return one
    },
  }
  beforeEach(() => {
    own.store = openSqlite(':memory:')
    own.now = Date.parse('2026-03-01T12:00:00Z')
  })
  afterEach(async () => {
    for (const each of dispatchers.splice(0)) await each.stop()
    for (const each of subscribers.splice(0)) await each.close()
    await own.store.close()
  })
  return own
}

export const answers =
  (status: number, headers: Record<string, string> = {}) =>
  (_received: unknown, response: any) =>
    response.writeHead(status, headers).end(`status ${status}`)
export const hang = () => {}
export const say = (...words: string[]) => words.map((word) => aMessage(word))
export const words = ({ received }: Subscriber): string[] => received.map(({ body }) => body.data.message.content)
export const ledger = async (dispatcher: Dispatcher, endpointId: string): Promise<any[]> =>
  (await dispatcher.ask(webhookDispatcher.queries.deliveryList, { endpointId, limit: 100 })).items
export const until = (holds: () => void | Promise<void>) => vi.waitFor(holds)
