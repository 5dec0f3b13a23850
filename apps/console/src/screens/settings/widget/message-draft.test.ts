import { expect, test } from 'vitest'
import { blankMessage, draftOf, messageOf, type ProactiveMessage, withMessage } from './message-draft.ts'

test.each<ProactiveMessage>([
  { name: 'Help', message: { en: 'Need help?' }, when: {}, oncePer: 'session' },
  {
    name: 'Prices',
    message: { en: 'Questions about prices?', sv: 'Frågor om priser?' },
    when: { path: '/prices', secondsOnPage: 0, returning: false, hours: 'open' },
    oncePer: 'ever',
  },
])('$name is the same message after it was changed in nothing', (message) => {
  expect(messageOf(draftOf(message))).toEqual(message)
})

test('what is empty makes no condition, and a language without words has no text', () => {
  const draft = { ...blankMessage, name: ' Help ', message: { en: ' Need help? ', sv: ' ' }, seconds: '' }
  expect(messageOf(draft)).toEqual({ name: 'Help', message: { en: 'Need help?' }, when: {}, oncePer: 'session' })
})

test('a message is added at the end, changed where it stands, and never takes the place of another of its name', () => {
  const named = (name: string, text = name): ProactiveMessage => ({
    ...{ name, when: {}, oncePer: 'day' },
    message: { en: text },
  })
  const all = [named('Help'), named('Prices')]
  expect(withMessage(all, named('Delivery'))).toEqual([...all, named('Delivery')])
  expect(withMessage(all, named('Help', 'New'), 'Help')).toEqual([named('Help', 'New'), named('Prices')])
  expect(withMessage(all, named('Aid'), 'Help')).toEqual([named('Aid'), named('Prices')])
  expect(withMessage(all, named('Help', 'Second'))).toEqual([...all, named('Help 2', 'Second')])
  expect(withMessage(all, named('Prices', 'Other'), 'Help')).toEqual([named('Prices 2', 'Other'), named('Prices')])
  expect(withMessage([named('x'.repeat(100))], named('x'.repeat(100)))[1]!.name).toBe(`${'x'.repeat(96)} 2`)
})
