import { readFileSync } from 'node:fs'
import {
  type OutboundEventType,
  outboundEvents,
  outboundEventType,
  outboundExamples,
  timestamp,
} from '@frontdesk/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'

const page = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8')
const examples: any[] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text!))

test('docs/webhooks.md shows every event once', () => {
  expect(examples.map(({ type }) => type).sort()).toEqual([...outboundEventType.options].sort())
})

test.each(examples.map((example) => [example.type as OutboundEventType, example] as const))(
  'its example of %s is one',
  (type, example) => {
    const event = z.object({
      id: z.string(),
      type: z.literal(type),
      createdAt: timestamp,
      tenant: z.string(),
      key: z.string(),
      sequence: z.number().int().min(1),
      data: outboundEvents[type].body,
    })
    // What the schema does not know would be gone.
    expect(event.parse(example)).toEqual(example)
    expect(example).toMatchObject(outboundExamples[type])
    const { conversation, contact, source, job, endpoint, contradiction } = example.data
    expect(example.key).toBe((conversation ?? contact ?? source ?? job ?? endpoint ?? contradiction).id)
  },
)
