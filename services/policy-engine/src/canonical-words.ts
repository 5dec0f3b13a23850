/** Letters of other scripts that look like Latin ones, and what they look like. Both sides of a comparison are folded alike. */
const lookAlikes = new Map<string, string>()
for (const pair of (
  'аa еe оo рp сc хx уy іi ѕs јj һh кk мm тt вb нh гr пn ьb ԁd ԛq ԝw ɡg ӏl ' +
  'αa βb εe ηn ιi κk μm νv οo ρp τt υu χx γy ωw ' +
  'ıi łl øo đd ħh ŧt ßs æa œo ƒf ɑa ɩi ʀr ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz'
).split(' ')) {
  const [from, to] = [...pair]
  lookAlikes.set(from!, to!)
}

const leetspeak: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Format characters (zero-width ones, soft hyphens, direction marks), combining marks and variation selectors. */
const invisible = /[\p{Cf}\p{Mn}\p{Me}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu
const word = /[\p{L}\p{N}]+/gu
const disguisedWord = /(?:[\p{L}\p{N}@$]|!(?=\p{L}))+/gu
const leet = /[013457@$!]/

/**
 * The words of a text as a reader would see them: NFKC (full-width and styled forms), lower case, without accents and
 * invisible characters, look-alike letters as the Latin ones. Linear.
 */
export function canonicalWords(text: string): string[] {
  return canonical(text).match(word) ?? []
}

/**
 * Every reading of a text that a phrase could hide in: its words; its words with leetspeak undone; and `spaced`, words
 * written letter by letter ("g a m b l e", "g.a.m.b.l.e"), joined.
 */
export function readingsOf(text: string): { sequences: string[][]; spaced: string[] } {
  const seen = canonical(text)
  const plain = seen.match(word) ?? []
  const disguised = (seen.match(disguisedWord) ?? []).map((each) =>
    leet.test(each) && /\p{L}/u.test(each) ? each.replace(/[013457@$!]/g, (character) => leetspeak[character]!) : each,
  )
  const differs = disguised.length !== plain.length || disguised.some((each, i) => each !== plain[i])
  const sequences = differs ? [plain, disguised] : [plain]
  return { sequences, spaced: sequences.flatMap(spacedWords) }
}

function canonical(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(invisible, '')
  let folded = ''
  for (const character of plain) folded += lookAlikes.get(character) ?? character
  return folded
}

function spacedWords(words: string[]): string[] {
  const spaced: string[] = []
  let run: string[] = []
  for (const each of [...words, '']) {
    if ([...each].length === 1) run.push(each)
    else {
      // Two letters alone are often initials or a plan's name.
      if (run.length >= 3) spaced.push(run.join(''))
      run = []
    }
  }
  return spaced
}
