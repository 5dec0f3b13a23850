import { plainWords, readDisguises, type SeenCharacter, seeCharacters, seeWords } from '@frontdesk/language'

/** So many words of the rules in a row are a recital, not chance. */
const recital = 10
/** A run of so few words is held back until it is clear whether it goes on. */
const suspicious = 3

/** With words of others between them, so many words of the rules are one, with at most so many others. */
const mixedRecital = 12
const maxOthers = 4
/** A tag or a code is looked at when it ends, or has so many characters: a multiple of 4, as the letters of base64 are. */
const maxToken = 400

/** Where a run of the rules' words begins, and from where on it is suspicious, or a recital. */
type Begin = { begin: number; suspicious: number; recital: number }

/** Letters of rules without anything between them, by the first letter where runs of words begin in them, and three words each. */
type Rules = { letters: string; starts: Map<string, Begin[]>; triples: Set<string> }

/** Rules hardly change, and cutting them up takes a millisecond: those of so many policy sets are kept. */
const keptRules = 64
const known = new Map<string, Rules>()

function readRules(text: string): Rules {
  const kept = known.get(text)
  if (kept) return kept
  const words = plainWords(text)
  const ends: number[] = []
  for (const word of words) ends.push((ends.at(-1) ?? 0) + word.length)
  const letters = words.join('')
  const starts: Rules['starts'] = new Map()
  for (let i = 0; i + suspicious <= words.length; i++) {
    const begin = ends[i - 1] ?? 0
    const [third, tenth = Number.POSITIVE_INFINITY] = [ends[i + suspicious - 1]!, ends[i + recital - 1]]
    const first = letters[begin]!
    starts.set(first, [...(starts.get(first) ?? []), { begin, suspicious: third, recital: tenth }])
  }
  const [oldest] = known.keys()
  if (known.size >= keptRules && oldest !== undefined) known.delete(oldest)
  const tellingWords = wordsOf(text)
  const triples = new Set(
    tellingWords.slice(2).map((word, i) => [tellingWords[i], tellingWords[i + 1], word].join(' ')),
  )
  const rules = { letters, starts, triples }
  known.set(text, rules)
  return rules
}

/** Words as they are read first, digits in them as letters; numbers are none. */
function wordsOf(text: string): string[] {
  const { words, characters } = seeWords(text)
  return words
    .map(({ from, to }) => characters.slice(from, to))
    .filter((word) => word.some(({ kind }) => kind === 'letter'))
    .map((word) => word.map(({ readings }) => readings[0]).join(''))
}

/** A run of the rules' words that a text may be in: how far it has come, and where in the text it began. */
type Run = Begin & { at: number; from: number }

/** What a character may stand for; a sign or a digit may also be nothing but that. */
const lettersOf = ({ exact, readings, kind }: SeenCharacter): string =>
  kind === 'gap' ? '' : exact + readings.join('')

/** Follows one reading of a text letter by letter: the words of the rules in a row, whatever is between the letters. */
function followLetters({ letters, starts }: Rules) {
  let runs: Run[] = []
  return {
    /** Goes on with every run; true when one is a recital. */
    read(text: string, place: number): boolean {
      for (const seen of seeCharacters(text)) {
        const may = lettersOf(seen)
        if (may === '') continue
        // Where a sign that is a letter and one that is none come to the same place, the older run stands.
        const next = new Map<string, Run>()
        const keep = (run: Run) => {
          const key = `${run.begin}/${run.at}`
          if (!next.has(key)) next.set(key, run)
        }
        for (const run of runs) {
          if (may.includes(letters[run.at]!)) keep({ ...run, at: run.at + 1 })
          if (seen.kind !== 'letter') keep(run)
        }
        for (const first of new Set(may)) {
          for (const run of starts.get(first) ?? []) keep({ ...run, at: run.begin + 1, from: place })
        }
        runs = [...next.values()]
        if (runs.some(({ at, recital }) => at >= recital)) return true
      }
      return false
    },
    /** From where on the text may be a recital. */
    heldFrom: () => Math.min(...runs.filter((run) => run.at >= run.suspicious).map(({ from }) => from)),
  }
}

/** Follows the words of a text: so many of the rules', in threes, that others between them make no difference. */
function followWords({ triples }: Rules) {
  /** Since the first word of the rules that may belong to a recital; the last two are not judged before the next. */
  const recent: { word: string; place: number; isOfRules: boolean }[] = []
  return {
    /** True when it is a recital. */
    read(text: string, place: number): boolean {
      for (const word of wordsOf(text)) {
        recent.push({ word, place, isOfRules: false })
        const three = recent.slice(-3)
        if (triples.has(three.map((each) => each.word).join(' '))) for (const each of three) each.isOfRules = true
        const isOther = ({ isOfRules }: (typeof recent)[number], i: number) => !isOfRules && i < recent.length - 2
        while (recent.length > 2 && (!recent[0]!.isOfRules || recent.filter(isOther).length > maxOthers)) recent.shift()
        if (recent.filter(({ isOfRules }) => isOfRules).length >= mixedRecital) return true
      }
      return false
    },
    heldFrom: () => (recent[0]?.isOfRules ? recent[0].place : Number.POSITIVE_INFINITY),
  }
}

/** A tag that is not closed, so that the space in it ends no token. */
const openTag = /<[a-z/!][^<>]*$/i
/** What only says what it says when all of it is there. */
const unfinished = /[<&\\%]|.{16}/s

/**
 * The same text, ended where it begins to recite the rules that the model was given: their first words are held back until
 * it is clear that they are no recital. It is read as topics are: letter by letter (`seeCharacters`: case, accents,
 * invisible characters, styled and look-alike letters, digits and signs for letters, and what stands between letters make no
 * difference), with markup, entities, escapes and codes decoded (`readDisguises`), and with other words between those of the
 * rules. Neither a document nor a customer can make a model show them so.
 */
export async function* withholdRules(parts: AsyncIterable<string>, text: string): AsyncGenerator<string> {
  const rules = readRules(text)
  const [asWritten, decoded, encoded, words] = [
    followLetters(rules),
    followLetters(rules),
    followLetters(rules),
    followWords(rules),
  ]
  /** Looked at, and not sent; `offset` is where it begins in all of the text. */
  let held = ''
  let offset = 0
  let half = ''
  /** What stands between two spaces, up to now, and where it begins. */
  let token = ''
  let tokenPlace = 0

  /** True when it ends a recital. */
  const endToken = (): boolean => {
    const readings = readDisguises(token)
    const said = readings[0]!.text
    const hidden = readings.filter(({ isEncoded }) => isEncoded).map((reading) => reading.text)
    const codes = [...new Set([hidden[0] ?? said, hidden.at(-1) ?? said])]
    token = ''
    return (
      decoded.read(said, tokenPlace) ||
      codes.some((code) => encoded.read(code, tokenPlace)) ||
      words.read([said, ...hidden.slice(0, 1)].join(' '), tokenPlace)
    )
  }
  /** True when a recital ends with it. */
  const read = (character: string, place: number): boolean => {
    if (token === '') tokenPlace = place
    const isSpace = character.trim() === '' && !openTag.test(token)
    if (!isSpace) token += character
    const isEnd = (isSpace && token !== '') || token.length >= maxToken
    return asWritten.read(character, place) || (isEnd && endToken())
  }

  for await (const part of parts) {
    const whole = half + part
    // Half of a character is looked at with its other half.
    half = /[\ud800-\udbff]$/.test(whole) ? whole.slice(-1) : ''
    const added = half === '' ? whole : whole.slice(0, -1)
    let place = offset + held.length
    held += added
    for (const character of added) {
      if (read(character, place)) return
      place += character.length
    }
    const pending = unfinished.test(token) ? tokenPlace : place
    const from = Math.min(place, pending, ...[asWritten, decoded, encoded, words].map((each) => each.heldFrom()))
    if (from <= offset) continue
    yield held.slice(0, from - offset)
    held = held.slice(from - offset)
    offset = from
  }
  if (token !== '' && endToken()) return
  if (held + half !== '') yield held + half
}
