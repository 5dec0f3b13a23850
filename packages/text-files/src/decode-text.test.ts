import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

it('a stray NUL makes no UTF-16 of a text', () => {
  const text = 'name,email\nAnna\0,anna@example.com\n'
  expect(text.length % 2).toBe(0)
  expect(decodeText(Buffer.from(`${text}${'Bo,bo@example.com\n'.repeat(10)}`))).toContain('Anna\0,anna@example.com')
})

it.each([
  'Returns are free within 30 days.',
  'Återbetalning sker inom fem dagar.',
  '包裹三十天内免费。\n五天内到账。\n',
  'ok',
])('%j in UTF-16 without a mark is read as what it is', (text) => {
  expect(decodeText(Buffer.from(text, 'utf16le'))).toBe(text)
  expect(decodeText(Buffer.from(text, 'utf16le').swap16())).toBe(text)
})
