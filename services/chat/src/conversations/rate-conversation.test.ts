import { chat as chatContracts } from '@frontdesk/contracts'
import { afterEach, expect, it } from 'vitest'
import { openTestStore, startTestChat } from '../../testing/start-test-chat.ts'

const { queries } = chatContracts
const hour = 3_600_000
const store = openTestStore()
let now = Date.parse('2026-03-01T12:00:00Z')
const started = await startTestChat({ store, clock: { now: () => now } })
afterEach(async () => {
  await started.stop()
  await store.close()
})

it('a rating may be changed for 24 hours after the first, and repeated for ever', async () => {
  const [start] = await started.read('How long does delivery take?').ended
  const { conversationId } = start as { conversationId: string }
  const rate = (score: number, comment?: string) =>
    started.context.ask(queries.conversationRate, { conversationId, score, ...(comment && { comment }) })
  const first = await rate(3, 'It took long.')
  expect(first.rating).toEqual({ score: 3, comment: 'It took long.', at: '2026-03-01T12:00:00.000Z' })
  now += 23 * hour
  // The window does not begin anew.
  expect((await rate(5)).rating).toEqual({ score: 5, at: first.rating.at })
  now += 1 * hour
  expect((await rate(4)).rating).toEqual({ score: 4, at: first.rating.at })
  now += 1
  await expect(rate(5)).rejects.toMatchObject({ code: 'conflict' })
  expect((await rate(4)).rating.score).toBe(4)
  const shown = await started.context.ask(queries.conversationRead, { conversationId })
  expect(shown).toMatchObject({ status: 'open', rating: { score: 4 } })
})
