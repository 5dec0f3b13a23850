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
