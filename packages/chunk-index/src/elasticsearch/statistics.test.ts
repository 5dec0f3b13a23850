import { errors } from '@elastic/elasticsearch'
import { expect, test, vi } from 'vitest'
import { lengthFields } from './declaration.ts'
import { statisticsReader } from './statistics.ts'

/** A server that answers when the test says so, and each time with another average. */
function heldServer() {
  const answers: { succeed(): void; fail(): void }[] = []
  const search = vi.fn(
    () =>
      new Promise((resolve, reject) => {
        const averages = Object.fromEntries(lengthFields.map((name) => [name, { value: answers.length }]))
        answers.push({
          succeed: () => resolve({ aggregations: { ...averages, languages: { buckets: [] } } }),
          fail: () => reject(new errors.TimeoutError('Request timed out')),
        })
      }),
  )
  const reader = statisticsReader({ search } as never, { requestTimeout: 1_000, maxRetries: 0 })
  return { reader, search, answers }
}

test('many that ask while much is written share one read, and get what was written before they asked', async () => {
  const { reader, search, answers } = heldServer()
  const first = reader.of('one')
  reader.forget('one')
  const later = Array.from({ length: 40 }, () => {
    const asked = reader.of('one')
    reader.forget('one')
    return asked
  })
  expect(search).toHaveBeenCalledTimes(1)
  answers[0]!.succeed()
  await first
  await vi.waitFor(() => expect(search).toHaveBeenCalledTimes(2))
  answers[1]!.succeed()
  const read = await Promise.all(later)
  expect(new Set(read).size).toBe(1)
  expect(read[0]).not.toBe(await first)
  // Nothing was written since the second read began.
  expect(await reader.of('one')).toBe(read[0])
  expect(search).toHaveBeenCalledTimes(2)
})

test('a read that fails fails whoever waits, also for the one after it; whoever asks then tries anew', async () => {
  const { reader, search, answers } = heldServer()
  const first = reader.of('one')
  reader.forget('one')
  const second = reader.of('one')
  answers[0]!.fail()
  await expect(first).rejects.toMatchObject({ code: 'unavailable' })
  await expect(second).rejects.toMatchObject({ code: 'unavailable' })
  expect(search).toHaveBeenCalledTimes(1)
  const third = reader.of('one')
  answers[1]!.succeed()
  await third
  expect(search).toHaveBeenCalledTimes(2)
})
