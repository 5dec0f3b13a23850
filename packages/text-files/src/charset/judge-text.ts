import { fitLanguages, lettersOfLanguages, type SharedScript, sharedScripts } from '@frontdesk/language'

/** What counts against a word, as logarithms like those of `fitLanguages`. */
const penalties = {
  mixedScripts: 5,
  signWithin: 4,
  strangeSign: 3,
  signAtWord: 3,
  capitalWithin: 3,
  strangeLetter: 3.5,
  westernLetter: 1.5,
  onlyAccents: 2.5,
}
/** More words add time and no certainty. */
const maxWords = 200
/** What the n-grams of languages are asked for whose script no other language shares. */
const languageOf: Record<string, string> = { Greek: 'el', Hebrew: 'he', Thai: 'th', Han: 'zh' }
/** What such a script adds, for no list of words is kept for it. */
const fitOfOther = 4
/** What it adds when all characters beyond ASCII are signs that stand in texts of every kind. */
const fitOfSigns = 8
/** What each frequent sign of Chinese adds; wrong readings are made of rare ones. */
const perFrequentSign = 0.5

const mark = /[\u0080-\u009f\ufffd\ue000-\uf8ff]/u
const letter = /\p{L}/u
const scripts = [
  ...sharedScripts,
  'Greek',
  'Hebrew',
  'Thai',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Armenian',
  'Georgian',
]
const patterns = scripts.map((script): [string, RegExp] => [script, new RegExp(`\\p{Script=${script}}`, 'u')])
const eastAsian = new Set(['Han', 'Hiragana', 'Katakana', 'Hangul'])
/** Signs beyond ASCII that stand beside words in texts of every kind. */
const usualSigns =
  /^[«»„“”‘’‹›…–—•°§€£©®™¿¡ºª№×½¼¾²³µ´¨\u00a0、。，！？：；（）「」『』・ー％《》،؛؟\u200e\u200f\u3000]$/u
/** Signs that stand between the letters of a word. */
const joining = /^(?:[’‘ー・\u00ad]|\u200c|\u200d)$/u
const signAtLetter = /\p{L}[^\0-\u007f’”“…–—]|[^\0-\u007f’“”„–—¿¡…]\p{L}/u
const western = new Set('àáâãäåæçèéêëíîïñóôõöøùúüß')
const frequent = new Set(
  '的一是不了在有我他这这個中大来上国國个到说說们們为为為子和你地出道也时時年得就那要下以生会會自着去之过過家学學对對可里后後小么麼心多天而能好都然没沒日于於起还還发發成事只作当當想看文无無开開手十用主行方又如前所本见見经經头頭面公同三已老从從动動两兩长長请請问問吗嗎退款货貨订訂单單客户戶服务務电電话話网網费費价價钱錢保修天内內收件免送'.split(
    '',
  ),
)

const scriptOf = (character: string): string => patterns.find(([, pattern]) => pattern.test(character))?.[0] ?? 'other'

/** The faults of a word whatever its language, and its letters beyond ASCII. */
function readWord(word: string) {
  let faults = 0
  const found = new Set<string>()
  const own: string[] = []
  const characters = [...word]
  let letters = 0
  for (const [i, character] of characters.entries()) {
    if (letter.test(character)) {
      letters++
      const script = scriptOf(character)
      found.add(eastAsian.has(script) ? 'Han' : script)
      if (character > '\u007f') own.push(character.toLowerCase())
      const before = characters[i - 1] ?? ''
      if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(character) && (character > '\u007f' || before > '\u007f'))
        faults += penalties.capitalWithin
      else if (i > 0 && character > '\u007f' && /\p{Lu}/u.test(character) && /\p{Ll}/u.test(characters[i + 1] ?? ''))
        faults += penalties.capitalWithin
      if (character === 'ﬁ' || character === 'ﬂ') faults += 1
      if (/[\uff61-\uff9f\u3100-\u312f\u3130-\u318f\uf900-\ufaff\u3400-\u4dbf]/u.test(character)) faults += 1
    } else if (character > '\u007f' && !/\p{M}/u.test(character)) {
      const isWithin = letter.test(characters[i - 1] ?? '') && letter.test(characters[i + 1] ?? '')
      const isAtLetter = letter.test(characters[i - 1] ?? '') || letter.test(characters[i + 1] ?? '')
      const isOpening = /[¡¿]/u.test(character) && letter.test(characters[i - 1] ?? '')
      if (isOpening) faults += penalties.strangeSign
      if (!usualSigns.test(character) && !joining.test(character))
        faults += penalties.strangeSign + (isAtLetter ? penalties.signAtWord : 0)
      if (
        isWithin &&
        !joining.test(character) &&
        !(character === '·' && characters[i - 1] === 'l') &&
        ![...found].includes('Han')
      )
        faults += penalties.signWithin
    }
  }
  if (found.size > 1) faults += penalties.mixedScripts
  if (found.has('Latin') && letters > 2 && own.length * 5 > letters * 3) faults += penalties.onlyAccents
  return { faults, letters: own, script: [...found][0] }
}

/**
 * How likely a text is what somebody wrote rather than bytes in a wrong charset: higher is likelier, and differences of
 * readings of the same bytes are logarithms. `faults`: what stands against it; `words`: how many words have more than ASCII.
 */
export function judgeText(text: string): { score: number; faults: number; words: number } {
  if (mark.test(text)) return { score: Number.NEGATIVE_INFINITY, faults: Number.POSITIVE_INFINITY, words: 0 }
  const words = new Set<string>()
  for (const [word] of text.matchAll(/[^\0-/:-@[-`{-\u007f]{1,60}/g)) {
    if (/[^\u0020-\u007e]/.test(word)) words.add(word)
    if (words.size >= maxWords) break
  }
  let faults = 0
  const counts = new Map<string, number>()
  const letters: string[][] = []
  for (const word of words) {
    const read = readWord(word)
    faults += read.faults
    letters.push(read.letters)
    if (read.script) counts.set(read.script, (counts.get(read.script) ?? 0) + read.letters.length)
  }
  const [most = 'Latin'] = [...counts].sort((a, b) => b[1] - a[1]).map(([script]) => script)
  const script = sharedScripts.find((one) => one === most) as SharedScript | undefined
  // Prices and quotation marks: no letter tells anything.
  const isOfSigns = faults === 0 && words.size > 0 && [...text].every((one) => one < '\u0080' || usualSigns.test(one))
  const signsOnly = isOfSigns && !signAtLetter.test(text) ? fitOfSigns : 0
  if (!script) {
    const signs = [...text].filter((character) => frequent.has(character)).length
    const kana = text.match(/[\u3041-\u309f]/g)?.length ?? 0
    const hangul = text.match(/[\uac00-\ud7a3]/g)?.length ?? 0
    const language = kana > 0 ? 'ja' : hangul > 2 ? 'ko' : (languageOf[most] ?? most)
    const fit = fitLanguages(text, { language }).get(language) ?? 0
    return {
      score: fitOfOther + fit + perFrequentSign * Math.min(signs + kana, 24) - faults,
      faults,
      words: words.size,
    }
  }
  let best = Number.NEGATIVE_INFINITY
  let strangeIn = Number.POSITIVE_INFINITY
  for (const [language, fit] of fitLanguages(text, script)) {
    const own = new Set(lettersOfLanguages[language] ?? '')
    // What is in no known language may be right, but counts as strange wherever another reading is not.
    let strange = 0
    let score = fit
    for (const word of letters) {
      const foreign = language === 'other' ? word : word.filter((one) => !own.has(one))
      if (foreign.length === 0) continue
      strange++
      // Names of Western Europe stand in texts of every language.
      score -= foreign.every((one) => western.has(one)) ? penalties.westernLetter : penalties.strangeLetter
    }
    if (score > best) [best, strangeIn] = [score, strange]
  }
  return { score: best + signsOnly - faults, faults: faults + strangeIn, words: words.size }
}
