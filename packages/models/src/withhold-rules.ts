const wordPattern = /[\p{L}\p{N}]+/gu
/** So many words of the rules in a row are a recital, not chance. */
const recital = 10
/** A run of so few words is held back until it is clear whether it goes on. */
const suspicious = 3
/** Longer than any run of words that is looked at. */
const tailCharacters = 400

const wordsOf = (text: string): { word: string; start: number }[] =>
  [...text.matchAll(wordPattern)].map((match) => ({ word: match[0].toLowerCase(), start: match.index }))

/** Rules hardly change, and cutting them up takes a millisecond: those of so many policy sets are kept. */
const keptRules = 64
const known = new Map<string, ReadonlySet<string>>()

/** Every run of words of the rules that is looked for. */
function runsOf(rules: string): ReadonlySet<string> {
  const kept = known.get(rules)
  if (kept) return kept
  const words = wordsOf(rules).map(({ word }) => word)
  const runs = new Set<string>()
  for (let length = suspicious; length <= recital; length++) {
    for (let i = 0; i + length <= words.length; i++) runs.add(words.slice(i, i + length).join(' '))
  }
  const [oldest] = known.keys()
  if (known.size >= keptRules && oldest !== undefined) known.delete(oldest)
  known.set(rules, runs)
  return runs
}

/**
 * The same text, ended where it begins to recite the rules that the model was given: their first words are held back until
 * it is clear that they are no recital. Neither a document nor a customer can make a model show them word for word.
 */
export async function* withholdRules(parts: AsyncIterable<string>, rules: string): AsyncGenerator<string> {
  const runs = runsOf(rules)
  /** Where the run of the rules' words that ends the text begins; the end of the text when there is none. */
  const runAt = (text: string): { start: number; length: number } => {
    const tail = wordsOf(text).slice(-recital)
    for (let length = tail.length; length >= suspicious; length--) {
      const run = tail.slice(-length)
      if (runs.has(run.map(({ word }) => word).join(' '))) return { start: run[0]!.start, length }
    }
    return { start: text.length, length: 0 }
  }

  let sent = ''
  let held = ''
  for await (const part of parts) {
    held += part
    // A word that may go on is looked at when it is whole, if anything before it is held back.
    const open = /[\p{L}\p{N}]+$/u.exec(held)?.index ?? held.length
    // Word by word: a part may be a whole answer.
    for (const { index } of [...held.slice(0, open).matchAll(/[^\p{L}\p{N}]+/gu)]) {
      if (runAt(`${sent}${held.slice(0, index)}`).length >= recital) return
    }
    const context = `${sent}${held.slice(0, open)}`
    const { start, length } = runAt(context)
    if (length >= recital) return
    const ready = length === 0 ? held.length : Math.max(0, start - sent.length)
    if (ready === 0) continue
    yield held.slice(0, ready)
    sent = (sent + held.slice(0, ready)).slice(-tailCharacters)
    held = held.slice(ready)
  }
  if (held !== '' && runAt(`${sent}${held}`).length < recital) yield held
}
