import { chat, policyEngine } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import type { GatewayContext } from '../context.ts'
import { transcriptMail } from './transcript-mail.ts'

const said = (id: string, kind: 'customer' | 'agent', content: string) => ({
  id,
  kind: 'message',
  author: { kind, ...(kind === 'agent' && { name: 'Eva 070-123 45 67' }) },
  createdAt: '2026-03-01T12:00:00.000Z',
  content,
})

/** Answers for chat, and for policies that mask one number and block one topic. */
const context = {
  async ask(query: unknown, body: { texts: string[]; length: string }) {
    if (query === chat.queries.messageList) {
      const items = [said('msg_2', 'agent', 'About the topic'), said('msg_1', 'customer', 'I am 811218-9876')]
      return { items, nextCursor: null }
    }
    expect([query, body.length]).toEqual([policyEngine.queries.textsRelease, 'kept'])
    return {
      texts: body.texts.map((text) => ({
        text: text.includes('topic')
          ? ''
          : text.replace('811218-9876', '******-****').replace('070-123 45', '***-*** **'),
      })),
    }
  },
} as unknown as GatewayContext

it('a mailed transcript has what the policies let out', async () => {
  const { to, text } = await transcriptMail('bo@example.se', 'cnv_1', context)
  expect(to).toBe('bo@example.se')
  expect(text).toBe('You, 2026-03-01 12:00 UTC\nI am ******-****\n\n')
})
