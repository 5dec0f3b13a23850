import { expect, it } from 'vitest'
import { mayReferBack, restate } from './restate-question.ts'

const history = [
  { role: 'customer' as const, content: 'What does delivery to Norway cost?' },
  { role: 'ai' as const, content: 'Delivery to Norway costs 99 kronor with PostNord.' },
]

it('a follow-up is searched with the subject of the conversation and the names in the answer', () => {
  expect(restate('How long does it take?', history)).toEqual([
    'How long does it take? (delivery Norway cost)',
    'How long does it take? (delivery Norway cost 99 PostNord)',
  ])
  expect(restate('And to Norway?', [{ role: 'customer', content: 'Hi' }])).toEqual([])
})

it('goes further back when the latest question has no subject of its own', () => {
  const longer = [...history, { role: 'customer' as const, content: 'And then?' }]
  expect(restate('How long does it take?', longer)[0]).toContain('Norway')
})

it.each([
  ['How long does it take?', true],
  ['Hur lång tid tar den?', true],
  ['And express?', true],
  ['Och till Finland?', true],
  ['How much?', true],
  ['How long does delivery to Finland take?', false],
  ['Vad kostar frakten till Finland?', false],
])('%s may refer back: %s', (question, expected) => {
  expect(mayReferBack(question, history)).toBe(expected)
  expect(mayReferBack(question, [])).toBe(false)
})
