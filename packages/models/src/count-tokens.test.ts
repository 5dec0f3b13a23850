import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loadTokenizer } from './count-tokens.ts'

it('cuts any text to a well-formed prefix within the tokens', async () => {
  const tokenizer = await loadTokenizer()
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', 'hello', '🧡', 'å', '漢', '<|endoftext|>', '\n'),
    maxLength: 40,
  })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (whole, maxTokens) => {
      const cut = tokenizer.cut(whole, maxTokens)
      expect(whole.startsWith(cut)).toBe(true)
      expect(cut.isWellFormed()).toBe(true)
      expect(tokenizer.count(cut)).toBeLessThanOrEqual(maxTokens)
      if (tokenizer.count(whole) <= maxTokens) expect(cut).toBe(whole)
    }),
  )
})

it("counts by the model's own encoding, as far as it is known", async () => {
  const [newer, older] = await Promise.all([loadTokenizer('gpt-4o-mini'), loadTokenizer('gpt-4-turbo')])
  expect(await loadTokenizer()).toBe(newer)
  expect(await loadTokenizer('llama-3')).toBe(newer)
  expect(await loadTokenizer('openai/gpt-3.5-turbo')).toBe(older)
  const text = 'Välkommen tillbaka till hemköp'
  expect(older.count(text)).toBeGreaterThan(newer.count(text))
})
