/** A number with its noun, in a language of one and other: `1 chunk`, `2 chunks`. */
export const countIn = (language: string) => {
  const plurals = new Intl.PluralRules(language)
  return (n: number, one: string, other: string): string =>
    `${n.toLocaleString(language)} ${plurals.select(n) === 'one' ? one : other}`
}
