/** Counts and cuts text by the tokens of one encoding. */
export type Tokenizer = {
  count(text: string): number
  /** A prefix of at most `maxTokens` tokens, as long as can be, that ends between characters. */
  cut(text: string, maxTokens: number): string
}

type Encoding = 'o200k_base' | 'cl100k_base'
const encodings = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
}
/** At most one tokenizer for each encoding. */
const loaded = new Map<Encoding, Promise<Tokenizer>>()

/** OpenAI's older models have an encoding of their own; that of the newer ones stands for every other model. */
const encodingOf = (model: string | null): Encoding =>
  /(?:^|\/)gpt-(?:3\.5|4(?!o|\.|5))/.test(model ?? '') ? 'cl100k_base' : 'o200k_base'

/**
 * The tokenizer of a model, loaded at the first call and kept: it takes some 45 MB and .15 s, so what never counts never
 * loads it. Models of other makers cut words differently; as a bound on length the difference does not matter.
 */
export function loadTokenizer(model: string | null = null): Promise<Tokenizer> {
  const encoding = encodingOf(model)
  const known = loaded.get(encoding)
  if (known) return known
  const loading = encodings[encoding]().then(({ countTokens, isWithinTokenLimit }): Tokenizer => {
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
  loaded.set(encoding, loading)
  return loading
}
