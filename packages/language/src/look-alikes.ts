import confusables from 'unhomoglyph/data.json' with { type: 'json' }

/**
 * Letters that look like Latin ones, beside those of Unicode's confusables: small forms of letters whose capitals are
 * listed there, Greek ones by shape, letters with a stroke, and those that differ by their bowls alone. A letter that
 * looks like two names both.
 */
const ownPairs =
  'аa вb сc еe нh іi кk мm оo рp тt уyu хx ьb лn пn иn зz гr чh яr шw щw ёe йn жx юo эe фo цu ' +
  'αa βb εe ζz ηn ιi κk λl μmu νv οo πn ρp σo τt υu φo χx ψw ωw ' +
  'ıi łl øo đd ħh ŧt ßsb æa œo ƒf ɑa ɩi ɓb ɖd ɗd ɛe ɠg ɦh ƙk ɱm ɲn ŋn ɔc ƥp ʠq ɾr ʂs ƭt ʋv ʍm ƴy ʐz ƿp þp ðd ĸk ſs əe ' +
  'ʀr ʙb ᴀa ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ꞯq ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ' +
  'ɐa ɔo ǝe ɟf ƃg ɥh ᴉi ɾj ʞk ʅl ɯm ɹr ʇt ʌv ʎy ⱥa ƀb ȼc ɇe ǥg ɨi ɉj ꝁk ƚl ꝑp ɍr ⱦt ʉu ɏy ƶz'

/** Letters in circles, squares and flags, which NFKC leaves alone: where their alphabets begin. */
const enclosedAlphabets = [0x1f150, 0x1f170, 0x1f1e6]

function readTables(): Map<string, string> {
  const table = new Map<string, string>()
  for (const [letter, looks] of Object.entries(confusables)) {
    if (/^[a-zA-Z]$/.test(looks) && letter.codePointAt(0)! > 127) table.set(letter, looks.toLowerCase())
  }
  // Unicode folds capital I, l and 1 into one; a vertical stroke may be any of them.
  for (const [letter, looks] of table) if (looks === 'l' || looks === 'i') table.set(letter, 'il')
  for (const start of enclosedAlphabets) {
    for (let i = 0; i < 26; i++) table.set(String.fromCodePoint(start + i), String.fromCharCode(97 + i))
  }
  for (const pair of ownPairs.split(' ')) {
    const [letter, ...looks] = [...pair]
    table.set(letter!, looks.join('') || letter!)
  }
  return table
}
const table = readTables()

/**
 * The Latin letters that a letter of another alphabet may be read as, the likeliest first; undefined for one that looks
 * like none. Takes the letter as it stands and in lower case, for the two may look different.
 */
export function lookAlikesOf(asWritten: string, lowerCase: string): string | undefined {
  const small = table.get(lowerCase)
  // Of Cherokee the small letters look like capitals.
  const capital = table.get(asWritten === lowerCase ? lowerCase.toUpperCase() : asWritten)
  if (small === undefined || asWritten !== lowerCase) {
    if (small === undefined || capital === undefined || small.includes(capital)) return small ?? capital
    return small + capital
  }
  return small
}

/** What a digit or a sign may stand for inside a word, the likeliest first. */
export const leetspeak = new Map(
  Object.entries({
    '0': 'o',
    '1': 'il',
    '2': 'z',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '6': 'gb',
    '7': 't',
    '8': 'b',
    '9': 'g',
    '@': 'a',
    $: 's',
    '!': 'i',
    '|': 'li',
    '+': 't',
    '(': 'c',
    '<': 'c',
    '{': 'c',
    '[': 'c',
    '¢': 'c',
    '©': 'c',
    '€': 'e',
    '£': 'l',
    '¥': 'y',
    '§': 's',
    '¡': 'i',
    '×': 'x',
    '®': 'r',
    µ: 'u',
    // A censor's asterisk hides a vowel more often than not.
    '*': 'aeiouy',
  }),
)
