/** Signs, one or several, that stand for a letter, and a pattern that finds them; the longest first. */
export type Letters = { letters: ReadonlyMap<string, string>; pattern: RegExp }

const quote = (sign: string): string => sign.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
function tableOf(pairs: string, flags: string): Letters {
  const letters = new Map<string, string>()
  for (const line of pairs.trim().split('\n')) {
    const [letter, ...signs] = line.trim().split(' ')
    for (const sign of signs) letters.set(sign, letter!)
  }
  const longestFirst = [...letters.keys()].sort((a, b) => b.length - a.length)
  return { letters, pattern: new RegExp(longestFirst.map(quote).join('|'), flags) }
}

/** Letters drawn with several signs, and signs of money and mathematics that look like one, beside `leetspeak`. */
export const otherLetters = tableOf(
  String.raw`
  a /-\ /\ /_\ ^ ∆ Λ ∀ ª ₳
  b |3 |8 ฿ ₿ |:
  c ₵ ₡ ⊂
  d |) |} [) ∂ |> ₫
  e € ∑ Ξ ∃ £- [- ₤ ℮
  f |= ƒ ₣
  g ₲
  h |-| /-/ ]-[ )-( }-{ # [-] ♄
  i ¡ ì
  j _| _/ ⌡
  k |< |{ ₭
  l |_ ⌊ ₺
  m |\/| /\/\ |v| [v] ^^ (v) ₥
  n |\| /\/ ₦ ∩ [\] ^/ И
  o () [] {} <> ° ¤ º ⊕ ⊙ ∅ ⌀ Ø
  p |* |o |° ₱ ¶
  q (,) ℚ
  r |2 |? ® Я
  s § ₴ ∫
  t † ‡ ₮ ⊤ ┼
  u |_| (_) [_] ∪ ⊔ µ บ
  v \/ √ ∨ ✓
  w \/\/ vv \^/ ₩ Ш
  x >< }{ × ✗ ✘ ☓
  y '/ ` +
    '`/' +
    String.raw` ¥ ʏ
  z ≥ ʒ
`,
  'gu',
)

/** Letters of the phonetic alphabet and others that look like Latin ones when the page is turned upside down. */
export const turnedLetters = (() => {
  const pairs =
    'ɐa qb ɔc pd ǝe ɘe ɟf ƃg ɓg ɥh ᴉi ıi !i ɾj ſj ʞk ןl ʅl ⅂l ɯm un do bq ɹr ʇt nu ʌv ʍw ʎy ∀a Ɔc Ǝe Ⅎf ⅁g ſj Ʞk ˥l Ԁp ᴚr ⊥t ┴t ∩u Λv ⅄y 6g 9g'
  const letters = new Map<string, string>(
    pairs.split(' ').flatMap((pair) => {
      const [sign, letter] = [...pair] as [string, string]
      return sign === 'd' ? [] : [[sign, letter] as const]
    }),
  )
  letters.set('d', 'p')
  // Letters that are themselves when they are turned, or another, tell of nothing.
  const telling = [...letters.keys()].filter((sign) => !/[a-z!0-9]/.test(sign))
  return { letters, pattern: new RegExp(`[${telling.map(quote).join('')}]`, 'u') } satisfies Letters
})()
