import { Readable } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { openStreamsOfServer } from './open-streams.ts'

afterEach(() => void vi.useRealTimers())
const stream = () => ({ body: Readable.from([]), stop: vi.fn() })

it('a server that closes sends readers of endless streams away, and lets answers run out for a while', () => {
  vi.useFakeTimers()
  const [changes, answer, done, late] = [stream(), stream(), stream(), stream()]
  const streams = openStreamsOfServer()
  streams.add(changes, { endless: true })
  streams.add(answer, { endless: false })
  streams.add(done, { endless: false })
  streams.stop(15_000)
  expect(changes.stop).toHaveBeenCalled()
  expect(answer.stop).not.toHaveBeenCalled()
  // Requests that came before the server closed its port may still begin.
  streams.add(late, { endless: true })
  expect(late.stop).toHaveBeenCalled()
  streams.delete(done)
  vi.advanceTimersByTime(15_000)
  expect(answer.stop).toHaveBeenCalled()
  expect(done.stop).not.toHaveBeenCalled()
})
