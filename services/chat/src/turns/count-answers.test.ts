import { expect, it } from 'vitest'
import { chunkOf, delivery } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'

const chats = useChats({ endpoint: {} })

it('each question is counted once by its tenant, outcome and reason, with its confidence and its tokens', async () => {
  const chat = await chats.start({
    find: (question) => (question.includes('sky') ? [] : [chunkOf(delivery)]),
    models: await chats.models(),
  })
  await chat.read('How long does delivery take?').ended
  await chat.read('Why is the sky blue?').ended
  const metrics = await chat.chatContext.health.registry.metrics()
  expect(metrics).toContain('frontdesk_answers_total{tenant="acme",outcome="answered"} 1')
  expect(metrics).toContain('frontdesk_answers_total{tenant="acme",outcome="escalated"} 1')
  expect(metrics).toContain('frontdesk_answer_reasons_total{outcome="escalated",reason="low_confidence"} 1')
  expect(metrics).toContain('frontdesk_answer_confidence_count{outcome="answered"} 1')
  expect(metrics).toContain('frontdesk_answer_duration_seconds_count{outcome="escalated"} 1')
  expect(metrics).toMatch(/frontdesk_answer_tokens_total\{tenant="acme",kind="completion"\} [1-9]/)
  expect(metrics).toMatch(/frontdesk_model_tokens_total\{model="chat-1",kind="prompt"\} [1-9]/)
  expect(metrics).toMatch(/frontdesk_model_requests_total\{model="chat-1",outcome="succeeded"\} [1-9]/)
})

it('the thousand and first tenant of a process is counted with the others', async () => {
  const chat = await chats.start({ find: () => [chunkOf(delivery)] })
  const { countedTenants } = chat.chatContext.state
  for (let i = 0; i < 1_000; i++) countedTenants.add(`tenant-${i}`)
  await chat.read('How long does delivery take?').ended
  const metrics = await chat.chatContext.health.registry.metrics()
  expect(metrics).toContain('frontdesk_answers_total{tenant="other",outcome="answered"} 1')
  expect(metrics).not.toContain('tenant="acme"')
})
