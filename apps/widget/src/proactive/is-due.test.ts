import { expect, test } from 'vitest'
import type { ProactiveMessage } from '../api/wire.ts'
import { isDue, isShown } from './is-due.ts'

const messageWhen = (
  when: ProactiveMessage['when'],
  oncePer: ProactiveMessage['oncePer'] = 'session',
): ProactiveMessage => ({ name: 'help', when, message: { en: 'Need help?' }, oncePer })
const visit = { path: '/shop/lamps', secondsOnPage: 10, isReturning: false, isOpen: true }

test.each([
  [{}, true],
  [{ path: '/shop' }, true],
  [{ path: '/cart' }, false],
  [{ secondsOnPage: 10 }, true],
  [{ secondsOnPage: 11 }, false],
  [{ returning: false }, true],
  [{ returning: true }, false],
  [{ hours: 'open' as const }, true],
  [{ hours: 'closed' as const }, false],
  [{ path: '/shop', secondsOnPage: 5, returning: false, hours: 'open' as const }, true],
  [{ path: '/shop', secondsOnPage: 5, returning: false, hours: 'closed' as const }, false],
])('a message that waits for %j: due %s', (when, due) => {
  expect(isDue(messageWhen(when), visit)).toBe(due)
})

test('a message whose name objects have of their own comes too', () => {
  const message = { ...messageWhen({}, 'ever'), name: 'constructor' }
  expect(isShown(message, { days: {}, session: [] }, '2026-01-05')).toBe(false)
})

test('a message comes once a session, once a day, or once', () => {
  const nothing = { days: {}, session: [] }
  const thisSession = { days: { help: '2026-01-05' }, session: ['help'] }
  const thisDay = { days: { help: '2026-01-05' }, session: [] }
  const dayBefore = { days: { help: '2026-01-04' }, session: [] }
  const shown = (oncePer: ProactiveMessage['oncePer']) =>
    [nothing, thisSession, thisDay, dayBefore].map((each) => isShown(messageWhen({}, oncePer), each, '2026-01-05'))
  expect(shown('session')).toEqual([false, true, false, false])
  expect(shown('day')).toEqual([false, true, true, false])
  expect(shown('ever')).toEqual([false, true, true, true])
})
