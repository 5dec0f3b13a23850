import { afterEach, expect, it, vi } from 'vitest'
import { frame, openEventStream, type StreamEvent } from './server-sent-events.ts'

afterEach(() => vi.useRealTimers())

const event = (id: string): StreamEvent => ({ event: 'delta', id, data: { type: 'delta', text: `line\nbreak ${id}` } })
const failed = (_error: unknown, lastId: string): StreamEvent => ({ event: 'error', id: lastId, data: {} })

it('an event is one block, whatever its text holds', () => {
  expect(frame(event('1'))).toBe('event: delta\nid: 1\ndata: {"type":"delta","text":"line\\nbreak 1"}\n\n')
})

it('a comment is sent every 15 s while nothing else is, and none after an event', async () => {
  vi.useFakeTimers()
  let send!: (result: IteratorResult<StreamEvent>) => void
  const rest = { next: () => new Promise<IteratorResult<StreamEvent>>((resolve) => (send = resolve)) }
  const { body } = openEventStream(event('1'), rest, { failed, closed() {} })
  const chunks: string[] = []
  body.on('data', (chunk) => chunks.push(String(chunk)))
  await vi.advanceTimersByTimeAsync(14_999)
  expect(chunks).toEqual([frame(event('1'))])
  await vi.advanceTimersByTimeAsync(1)
  expect(chunks.at(-1)).toBe(': keep-alive\n\n')
  await vi.advanceTimersByTimeAsync(10_000)
  send({ value: event('2') })
  await vi.advanceTimersByTimeAsync(14_999)
  expect(chunks.at(-1)).toBe(frame(event('2')))
  await vi.advanceTimersByTimeAsync(15_001)
  expect(chunks.slice(3)).toEqual([': keep-alive\n\n', ': keep-alive\n\n'])
  body.destroy()
})
