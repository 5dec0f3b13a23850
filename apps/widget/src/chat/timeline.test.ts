import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../api/wire.ts'
import { type Answer, timelineOf, withMessages, withPart } from './timeline.ts'

const messageOf = (sequence: number, more: Partial<Message> = {}): Message => ({
  id: `msg_${sequence}`,
  sequence,
  author: { kind: 'customer' },
  content: `message ${sequence}`,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
})
const answerOf = (clientId: string, messageId: string): Answer => ({
  messageId,
  conversationId: 'cnv_1',
  clientId,
  text: '',
  state: 'writing',
  startedAt: 0,
})
const outgoingOf = (clientId: string) => ({
  clientId,
  idempotencyKey: clientId,
  conversation: 'cnv_1',
  message: clientId,
  at: 0,
  order: 0,
  state: 'waiting' as const,
})

test('a message is shown once, in whichever order the platform and this browser tell of it', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(['stored', 'sent', 'outgoing', 'answered'], { minLength: 1 }),
      fc.boolean(),
      (known, isStreaming) => {
        const items = timelineOf({
          messages: [
            messageOf(1),
            ...(known.includes('stored') ? [messageOf(2, { clientId: 'a' })] : []),
            ...(known.includes('answered') ? [messageOf(3, { author: { kind: 'ai' } })] : []),
          ],
          sent: known.includes('sent') ? [outgoingOf('a')] : [],
          outgoing: known.includes('outgoing') ? [outgoingOf('a')] : [],
          answers: isStreaming ? [answerOf('a', 'msg_3')] : [],
        })
        const keys = items.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        expect(items.filter(({ key }) => key === 'a').length).toBeLessThanOrEqual(1)
        const answers = items.filter(
          (item) => item.kind === 'answer' || (item.kind === 'message' && item.message.id === 'msg_3'),
        )
        expect(answers.length).toBe(isStreaming || known.includes('answered') ? 1 : 0)
      },
    ),
  )
})

test('an answer stands after its question, and what waits comes last', () => {
  const items = timelineOf({
    messages: [messageOf(1, { clientId: 'a' }), messageOf(2, { clientId: 'b' })],
    sent: [],
    outgoing: [outgoingOf('c')],
    answers: [answerOf('b', 'msg_9'), answerOf('a', 'msg_8')],
  })
  expect(items.map(({ key }) => key)).toEqual(['a', 'a/answer', 'b', 'b/answer', 'c'])
})

test('messages that come twice or late keep the order of the conversation', () => {
  const late = withMessages([messageOf(3), messageOf(1)], [messageOf(2), messageOf(3, { content: 'changed' })])
  expect(late.map(({ sequence, content }) => [sequence, content])).toEqual([
    [1, 'message 1'],
    [2, 'message 2'],
    [3, 'changed'],
  ])
})

test('the parts of an answer join, and its end decides what it is', () => {
  const parts = [
    { type: 'delta', text: 'Thirty ' },
    { type: 'delta', text: 'days.' },
  ] as const
  const written = parts.reduce((answer, part) => withPart(answer, part), answerOf('a', 'msg_1'))
  expect(written).toMatchObject({ text: 'Thirty days.', state: 'writing' })
  expect(withPart(written, { type: 'done', sources: [{ title: 'Returns' }] })).toMatchObject({
    state: 'complete',
    sources: [{ title: 'Returns' }],
  })
  expect(withPart(written, { type: 'blocked', message: 'No.' })).toMatchObject({ state: 'blocked', text: 'No.' })
  const waiting = { type: 'escalated', reason: 'waiting', message: 'x' } as const
  expect(withPart(written, waiting)).toMatchObject({ state: 'passed on', text: '' })
})

test('what was sent first stays first, also while the platform has told of later messages alone', () => {
  const sentOf = (clientId: string) => ({ clientId, conversation: 'cnv_1', message: clientId, at: 0 })
  const items = timelineOf({
    messages: [messageOf(3, { clientId: 'b' })],
    sent: [sentOf('a'), sentOf('b'), sentOf('c')],
    outgoing: [],
    answers: [answerOf('a', 'msg_2')],
  })
  expect(items.map(({ key }) => key)).toEqual(['a', 'a/answer', 'b', 'c'])
})
