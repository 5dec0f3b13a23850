import { expect, test, vi } from 'vitest'
import { makeSender } from './make-sender.ts'

test('a queue that fails once is tried again at the next message', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const drain = vi.fn(async () => 'empty' as const).mockRejectedValueOnce(new Error('The lock was refused.'))
  const send = makeSender({ drain, refused() {}, paused() {} })
  await expect(send()).rejects.toThrow('The lock was refused.')
  await send()
  expect(drain).toHaveBeenCalledTimes(2)
})
