/** A number with its word, in a language. */
export const countIn =
  (language: string) =>
  (n: number, one: string, other: string): string =>
    `${n.toLocaleString(language)} ${new Intl.PluralRules(language).select(n) === 'one' ? one : other}`
