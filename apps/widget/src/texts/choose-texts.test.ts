import { expect, test } from 'vitest'
import { chooseLanguage, withOwnTexts } from './choose-texts.ts'
import { formatRelativeTime } from './format-relative-time.ts'
import { loadAllTexts } from './later-texts.ts'

const languages = ['en', 'sv', 'de', 'ar'] as const

test('the first language that the widget speaks is chosen, else English', () => {
  expect(chooseLanguage([undefined, 'fr-CA', 'de-AT', 'sv'])).toBe('de')
  expect(chooseLanguage(['AR'])).toBe('ar')
  expect(chooseLanguage(['fr', 'constructor'])).toBe('en')
})

test('each language says everything, and nothing twice as another language does', async () => {
  const english = await loadAllTexts('en')
  for (const language of languages.slice(1)) {
    const texts = await loadAllTexts(language)
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    const same = Object.entries(texts).filter(
      ([name, text]) => typeof text === 'string' && text === english[name as keyof typeof english],
    )
    expect(same).toEqual([])
    for (const count of [1, 2, 3, 11, 100]) expect(texts.sources(count)).toMatch(/\S/)
  }
  const arabic = await loadAllTexts('ar')
  expect([1, 2, 3, 11].map(arabic.sources)).toEqual(['مصدر واحد', 'مصدران', '3 مصادر', '11 مصدرًا'])
})

test('settings replace texts and lists, and nothing else', async () => {
  const english = await loadAllTexts('en')
  const own = withOwnTexts(english, {
    title: 'Ask Acme',
    suggestions: ['Returns?'],
    sources: 'x',
    send: ['x'],
    other: 'x',
  })
  expect(own).toMatchObject({ title: 'Ask Acme', suggestions: ['Returns?'], send: 'Send' })
  expect(own.sources(2)).toBe('2 sources')
})

test('a moment is said as people say it', () => {
  const now = new Date(2026, 2, 2, 15, 0).getTime()
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
  expect(formatRelativeTime(at(1 / 6), 'en', now)).toBe('in 10 minutes')
  expect(formatRelativeTime(at(18), 'de', now)).toBe('morgen um 9:00')
  expect(formatRelativeTime(at(18), 'sv', now)).toBe('i morgon kl. 9:00')
  expect(formatRelativeTime(at(66), 'en', now)).toMatch(/^Thursday at 9:00.AM$/)
})
