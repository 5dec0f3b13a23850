import { afterEach, expect, test, vi } from 'vitest'
import { openShownMessages } from './shown-messages.ts'

afterEach(() => vi.unstubAllGlobals())

function storageOf(setItem?: () => void): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: setItem ?? ((key: string, value: string) => void items.set(key, value)),
    removeItem: (key: string) => void items.delete(key),
  } as Storage
}

test('what was shown is remembered by its name, also a name that objects have of their own', () => {
  vi.stubGlobal('localStorage', storageOf())
  vi.stubGlobal('sessionStorage', storageOf())
  const messages = openShownMessages('wgt_1')!
  expect(messages.read()).toEqual({ days: {}, session: [], isDismissed: false })
  messages.add('help', '2026-01-05')
  messages.add('constructor', '2026-01-06')
  messages.dismiss()
  expect(openShownMessages('wgt_1')!.read()).toEqual({
    days: { help: '2026-01-05', constructor: '2026-01-06' },
    session: ['help', 'constructor'],
    isDismissed: true,
  })
})

test('where the browser refuses its storage, or only to write, nothing can be remembered', () => {
  const refuse = () => {
    throw new DOMException('', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', storageOf(refuse))
  vi.stubGlobal('sessionStorage', storageOf())
  expect(openShownMessages('wgt_1')).toBeUndefined()
  vi.stubGlobal('localStorage', undefined)
  expect(openShownMessages('wgt_1')).toBeUndefined()
})
