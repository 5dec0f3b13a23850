import { readFileSync } from 'node:fs'
import {
  conversationCreated,
  conversationEscalated,
  conversationResolved,
  knowledgeUpdated,
  messageReceived,
  messageSent,
  outboundEventType,
  timestamp,
} from '@frontdesk/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'

const page = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8')
const examples: any[] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text!))

const data = {
  'conversation.created': conversationCreated.body,
  'conversation.resolved': conversationResolved.body,
  'conversation.escalated': conversationEscalated.body,
  'message.received': messageReceived.body,
  'message.sent': messageSent.body,
  'knowledge.updated': knowledgeUpdated.body,
} as const

test('docs/webhooks.md shows every event once', () => {
  expect(examples.map(({ type }) => type).sort()).toEqual([...outboundEventType.options].sort())
})

test.each(examples.map((example) => [example.type as keyof typeof data, example] as const))(
  'its example of %s is one',
  (type, example) => {
    const event = z.object({
      id: z.string(),
      type: z.literal(type),
      createdAt: timestamp,
      tenant: z.string(),
      key: z.string(),
      sequence: z.number().int().min(1),
      data: data[type],
    })
    // What the schema does not know would be gone.
    expect(event.parse(example)).toEqual(example)
    const { conversation, source } = example.data
    expect(example.key).toBe((conversation ?? source).id)
  },
)
