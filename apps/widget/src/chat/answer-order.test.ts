import { expect, test } from 'vitest'
import type { Message } from '../api/wire.ts'
import { type Answer, timelineOf } from './timeline.ts'

const message = (id: string, sequence: number, kind: Message['author']['kind'], clientId?: string): Message => ({
  ...{ id: `msg_c_${id}`, sequence, author: { kind }, content: id, createdAt: '2026-11-28T12:00:00Z' },
  ...(clientId && { clientId }),
})
const answer = (id: string, clientId: string): Answer => ({
  ...{ messageId: `msg_c_${id}`, conversationId: 'c', clientId, text: id, state: 'writing', startedAt: 0 },
})
const shown = (messages: Message[], answers: Answer[] = [], sent: string[] = []) =>
  timelineOf({
    messages,
    answers,
    sent: sent.map((clientId) => ({ clientId, conversation: 'c', message: clientId, at: 0 })),
    outgoing: [],
  }).map((item) => (item.kind === 'message' ? item.message.content : `${item.kind} ${item.key}`))

const first = message('1q', 1, 'customer', 'one')
const second = message('2q', 2, 'customer', 'two')

test('a question that was sent while the answer before it was written stays below that answer', () => {
  expect(shown([], [answer('1a', 'one')], ['one', 'two'])).toEqual(['sent one', 'answer one/answer', 'sent two'])
  expect(shown([first, second], [answer('1a', 'one')])).toEqual(['1q', 'answer one/answer', '2q'])
  expect(shown([first, second, message('1a', 3, 'ai')], [answer('2a', 'two')])).toEqual([
    '1q',
    '1a',
    '2q',
    'answer two/answer',
  ])
  expect(shown([first, second, message('1a', 3, 'ai'), message('2a', 4, 'ai')])).toEqual(['1q', '1a', '2q', '2a'])
})

test('what answers no question that is shown stays where it was said', () => {
  const others = [message('7r', 3, 'agent'), message('0a', 4, 'ai'), message('8x', 5, 'system')]
  expect(shown([first, second, ...others])).toEqual(['1q', '2q', '7r', '0a', '8x'])
})
