import { plainWords, type SeenCharacter, seeCharacters } from '@frontdesk/language'

/** So many words of the rules in a row are a recital, not chance. */
const recital = 10
/** A run of so few words is held back until it is clear whether it goes on. */
const suspicious = 3

/** Where a run of the rules' words begins, and from where on it is suspicious, or a recital. */
type Begin = { begin: number; suspicious: number; recital: number }

/** Letters of rules without anything between them, and by the first letter where runs of words begin in them. */
type Rules = { letters: string; starts: Map<string, Begin[]> }

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
  const rules = { letters, starts }
  known.set(text, rules)
  return rules
}

/** A run of the rules' words that a text may be in: how far it has come, and where in the text it began. */
type Run = Begin & { at: number; from: number }

/** What a character may stand for; a sign may also be nothing but a sign. */
const lettersOf = ({ exact, readings, kind }: SeenCharacter): string =>
  kind === 'gap' ? '' : exact + readings.join('')

/**
 * The same text, ended where it begins to recite the rules that the model was given: their first words are held back until
 * it is clear that they are no recital. Both are read as topics are (`seeCharacters`): case, accents, invisible characters,
 * styled and look-alike letters, digits and signs for letters, and what stands between letters make no difference. Neither a
 * document nor a customer can make a model show them so.
 */
export async function* withholdRules(parts: AsyncIterable<string>, text: string): AsyncGenerator<string> {
  const { letters, starts } = readRules(text)
  let runs: Run[] = []
  /** Looked at, and not sent; `offset` is where it begins in all of the text. */
  let held = ''
  let offset = 0
  let half = ''

  /** Goes on with every run; true when one is a recital. */
  const read = (character: string, place: number): boolean => {
    for (const seen of seeCharacters(character)) {
      const may = lettersOf(seen)
      if (may === '') continue
      // A sign may be a letter and may be none; where both come to the same place, the older run stands.
      const next = new Map<string, Run>()
      const keep = (run: Run) => {
        const key = `${run.begin}/${run.at}`
        if (!next.has(key)) next.set(key, run)
      }
      for (const run of runs) {
        if (may.includes(letters[run.at]!)) keep({ ...run, at: run.at + 1 })
        if (seen.kind === 'sign') keep(run)
      }
      for (const first of new Set(may)) {
        for (const run of starts.get(first) ?? []) keep({ ...run, at: run.begin + 1, from: place })
      }
      runs = [...next.values()]
      if (runs.some(({ at, recital }) => at >= recital)) return true
    }
    return false
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
    const from = Math.min(place, ...runs.filter((run) => run.at >= run.suspicious).map((run) => run.from))
    if (from <= offset) continue
    yield held.slice(0, from - offset)
    held = held.slice(from - offset)
    offset = from
  }
  if (held + half !== '') yield held + half
}
