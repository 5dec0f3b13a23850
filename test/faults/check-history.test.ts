import { expect, it } from 'vitest'
import { type History, violationsIn } from './check-history.ts'

const sound = (): History => ({
  uploads: [{ key: 'u1', sourceIds: ['src_1', 'src_1'] }],
  questions: [{ key: 'q1', replies: [{ conversationId: 'cnv_1', messageId: 'msg_2', outcome: 'answered' }] }],
  sources: [{ id: 'src_1', status: 'Ready', versions: 1, liveVersion: 1 }],
  conversations: [
    {
      id: 'cnv_1',
      messages: [
        { id: 'msg_1', sequence: 1, author: 'customer' },
        { id: 'msg_2', sequence: 2, author: 'ai' },
      ],
    },
  ],
  events: [
    { id: 'e1', key: 'cnv_1', sequence: 1, type: 'conversation.created' },
    { id: 'e2', key: 'cnv_1', sequence: 2, type: 'message.received' },
    { id: 'e2', key: 'cnv_1', sequence: 2, type: 'message.received' },
    { id: 'e3', key: 'cnv_1', sequence: 3, type: 'message.sent' },
  ],
})

it('finds nothing in a sound history, also when events come twice', () => {
  expect(violationsIn(sound())).toEqual([])
})

it('takes a visible error for an end', () => {
  const history = sound()
  history.questions[0] = { key: 'q1', replies: [], failedWith: 'unavailable' }
  Object.assign(history.conversations[0]!.messages[1]!, { author: 'system', outcome: 'failed' })
  expect(violationsIn(history)).toEqual([])
})

const seeded: [string, (history: History) => void, RegExp][] = [
  ['an upload that is lost', (h) => void h.sources.pop(), /source src_1 of upload u1 is lost/],
  ['an upload done twice', (h) => void h.uploads[0]!.sourceIds.push('src_9'), /made 2 sources/],
  ['a source from nowhere', (h) => void h.sources.push({ ...h.sources[0]!, id: 'src_9' }), /came from nowhere/],
  ['a source stuck in Processing', (h) => void (h.sources[0]!.status = 'Processing'), /stuck in Processing/],
  ['a version too many', (h) => void (h.sources[0]!.versions = 2), /has 2 versions/],
  ['a Ready source that does not answer', (h) => void (h.sources[0]!.liveVersion = null), /no live version/],
  ['a source listed twice', (h) => void h.sources.push(h.sources[0]!), /listed twice/],
  ['a question without an answer', (h) => void h.questions[0]!.replies.pop(), /never answered/],
  [
    'two answers to one question',
    (h) => void h.questions[0]!.replies.push({ ...h.questions[0]!.replies[0]!, messageId: 'msg_9' }),
    /several answers/,
  ],
  ['an answer that is lost', (h) => void h.conversations[0]!.messages.pop(), /is lost/],
  [
    'an answer stored twice',
    (h) => void h.conversations[0]!.messages.push({ id: 'msg_3', sequence: 3, author: 'ai' }),
    /customer,answer,answer/,
  ],
  ['a gap in a conversation', (h) => void (h.conversations[0]!.messages[1]!.sequence = 3), /has gaps/],
  [
    'a conversation from nowhere',
    (h) => void h.conversations.push({ id: 'cnv_9', messages: [] }),
    /1 conversations came from 0 failed questions/,
  ],
  [
    'an answer that was kept from who asked',
    (h) => void (h.questions[0] = { key: 'q1', replies: [], failedWith: 'unavailable' }),
    /cnv_1 was answered to nobody/,
  ],
  ['one event with two ids', (h) => void h.events.push({ ...h.events[3]!, id: 'e9' }), /two ids/],
  ['events out of order', (h) => void h.events.reverse(), /came after/],
  ['an event that never came', (h) => void h.events.pop(), /message.sent of cnv_1 never came/],
]
it.each(seeded)('sees %s', (_name, seed, words) => {
  const history = sound()
  seed(history)
  expect(violationsIn(history).join('\n')).toMatch(words)
})
