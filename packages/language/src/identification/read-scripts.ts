/** Scripts that one language is written in, among those that customers write. */
const ofOne: Record<string, string> = {
  Thai: 'th',
  Greek: 'el',
  Hebrew: 'he',
  Hangul: 'ko',
  Armenian: 'hy',
  Georgian: 'ka',
  Tamil: 'ta',
  Telugu: 'te',
  Kannada: 'kn',
  Malayalam: 'ml',
  Gujarati: 'gu',
  Gurmukhi: 'pa',
  Oriya: 'or',
  Bengali: 'bn',
  Lao: 'lo',
  Khmer: 'km',
  Myanmar: 'my',
  Sinhala: 'si',
  Ethiopic: 'am',
}
/** Scripts with several languages, which words and letters tell. */
export const shared = ['Latin', 'Cyrillic', 'Arabic', 'Devanagari'] as const
export type SharedScript = (typeof shared)[number]

const scripts = [...Object.keys(ofOne), ...shared, 'Han', 'Hiragana', 'Katakana']
const patterns = scripts.map((script): [string, RegExp] => [script, new RegExp(`\\p{Script=${script}}`, 'gu')])
/** Signs that are a word or a syllable, where the words of others have several letters. */
const lettersOfSign = 3
/** Fewer signs of Chinese could be a name, and those without a telling one be Japanese. */
const [minHan, manyHan] = [3, 20]
/** Signs that Japanese doesn't write, or writes in words with kana alone: particles, pronouns, simplified ones. */
const chinese =
  /[的了吗嗎我们們是这這那哪什么麼请請呢怎没沒还還你您给給个個会為为谁誰吧啊把被费运单订货应账户码图电维说话时间问题买卖钱东无龙]/u
/** Fewer letters of a script of its own could be a name or a unit. */
const minLetters = 3
/** Enough to tell scripts by. */
const sampleCharacters = 1_000
const wide = new Set(['Han', 'Hiragana', 'Katakana', 'Hangul'])

/** What the script of a text says: its one language, the script to look into, or nothing. */
export type Script = { language: string } | { script: SharedScript } | undefined

/** Reads the script that most of a text's words are written in; names of products stand in Latin letters everywhere. */
export function readScript(text: string): Script {
  const sample = text.slice(0, sampleCharacters)
  const counts = new Map<string, number>()
  let most: string | undefined
  let weight = 0
  for (const [script, pattern] of patterns) {
    const found = sample.match(pattern)?.length ?? 0
    if (found === 0) continue
    counts.set(script, found)
    const weighed = found * (wide.has(script) ? lettersOfSign : script === 'Latin' ? 1 : 2)
    if (weighed > weight) [most, weight] = [script, weighed]
  }
  if (most === undefined) return undefined
  const kana = (counts.get('Hiragana') ?? 0) + (counts.get('Katakana') ?? 0)
  if (most === 'Han' || most === 'Hiragana' || most === 'Katakana') {
    const han = counts.get('Han') ?? 0
    if (kana * 10 >= han && kana > 0) return kana + han >= 2 ? { language: 'ja' } : undefined
    return han >= manyHan || (han >= minHan && chinese.test(text)) ? { language: 'zh' } : undefined
  }
  const only = ofOne[most]
  if (only === undefined) return { script: most as SharedScript }
  return (counts.get(most) ?? 0) >= (most === 'Hangul' ? 2 : minLetters) ? { language: only } : undefined
}
