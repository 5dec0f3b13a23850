/** Counts and cuts text by the tokens of OpenAI's `o200k_base` encoding. */
export type Tokenizer = {
  count(text: string): number
  /** A prefix of at most `maxTokens` tokens, as long as can be, that ends between characters. */
  cut(text: string, maxTokens: number): string
}

let loaded: Promise<Tokenizer> | undefined

/**
 * The tokenizer, loaded at the first call and kept: it takes some 45 MB and .15 s, so what never counts never loads it.
 * Other models cut words differently; as a bound on length the difference does not matter.
 */
export function loadTokenizer(): Promise<Tokenizer> {
  loaded ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens, isWithinTokenLimit }) => {
    // Text of a customer that looks like a control token is text.
    const asText = { disallowedSpecial: new Set<string>() }
    const fits = (text: string, maxTokens: number) => isWithinTokenLimit(text, maxTokens, asText) !== false
    return {
      count: (text) => countTokens(text, asText),
      cut(text, maxTokens) {
        if (fits(text, maxTokens)) return text
        // By halving: the package's `decode` keeps half characters from one call to the next, so it can't be used here.
        let kept = 0
        let over = text.length
        while (over - kept > 1) {
          const middle = (kept + over) >> 1
          if (fits(text.slice(0, middle), maxTokens)) kept = middle
          else over = middle
        }
        return text.slice(0, /[\uD800-\uDBFF]/.test(text[kept - 1] ?? '') ? kept - 1 : kept)
      },
    }
  })
  return loaded
}
