import { expect, test, vi } from 'vitest'
import { pendingReplies } from './pending-replies.ts'

test('a reply that was on its way while the thread failed is ignored, and the next one is of its own', async () => {
  const onNone = vi.fn()
  const pending = pendingReplies(onNone)
  const [first, second] = [pending.add(), pending.add()]
  pending.resolve(first.id, 1)
  expect(await first.reply).toBe(1)
  expect(onNone).not.toHaveBeenCalled()
  pending.rejectAll(new Error('its thread ended'))
  await expect(second.reply).rejects.toThrow('its thread ended')
  expect(onNone).toHaveBeenCalledOnce()
  pending.resolve(second.id, 2)
  pending.reject(second.id, new Error('late'))
  const third = pending.add()
  expect(third.id).not.toBe(second.id)
  pending.resolve(third.id, 3)
  expect(await third.reply).toBe(3)
})
