/** Counts and cuts text by the tokens of OpenAI's `o200k_base` encoding. */
export type Tokenizer = {
  count(text: string): number
  /** The longest prefix of at most `maxTokens` tokens that ends between characters. */
  cut(text: string, maxTokens: number): string
}

let loaded: Promise<Tokenizer> | undefined

/**
 * The tokenizer, loaded at the first call and kept: it takes some 45 MB and .15 s, so what never counts never loads it.
 * Other models cut words differently; as a bound on length the difference does not matter.
 */
export function loadTokenizer(): Promise<Tokenizer> {
  loaded ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens, encode, decode }) => {
    // Text of a customer that looks like a control token is text.
    const asText = { disallowedSpecial: new Set<string>() }
    return {
      count: (text) => countTokens(text, asText),
      cut(text, maxTokens) {
        const tokens = encode(text, asText)
        if (tokens.length <= maxTokens) return text
        const prefix = decode(tokens.slice(0, maxTokens))
        // A cut inside a character decodes to a replacement character that the text does not have there.
        let end = 0
        while (end < prefix.length && prefix[end] === text[end]) end++
        const cutsPair = end > 0 && /[\uD800-\uDBFF]/.test(text[end - 1]!)
        return text.slice(0, cutsPair ? end - 1 : end)
      },
    }
  })
  return loaded
}
