/**
 * Endings that English and Swedish words take, each with the letters that must be left. The ones that words also end in by
 * nature ("corner", "market") ask for more.
 */
const endings: [ending: string, least: number][] = [
  ...'s es ed ing ings ies arna orna erna arnas ornas ernas'.split(' ').map((ending): [string, number] => [ending, 3]),
  ...'en et ar or ens ets ars ors na nas ade ande e a y n t'.split(' ').map((ending): [string, number] => [ending, 4]),
  ...'er ers'.split(' ').map((ending): [string, number] => [ending, 5]),
]
const doubling = new Set(['ing', 'ings', 'ed'])

/**
 * The word and what is left of it without an ending; two words are forms of one when these sets meet: "gambling" and
 * "gamble" in "gambl", "vapnen" and "vapen" in "vapn". Takes a canonical word (lower case, no accents).
 */
export function wordForms(word: string): Set<string> {
  const forms = new Set([word])
  for (const [ending, least] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < least) continue
    const stem = word.slice(0, -ending.length)
    forms.add(stem)
    // "betting" and "bet", but not "better" and "bet".
    if (doubling.has(ending) && stem.at(-1) === stem.at(-2)) forms.add(stem.slice(0, -1))
  }
  // "vapen" loses its e in "vapnen", "cykel" in "cykla".
  if (word.length >= 5 && /e[lnr]$/.test(word)) forms.add(word.slice(0, -2) + word.at(-1))
  return forms
}

/** Whether two canonical words are forms of one. */
export function areFormsOfOne(a: string, b: string): boolean {
  if (a === b) return true
  const forms = wordForms(a)
  for (const form of wordForms(b)) if (forms.has(form)) return true
  return false
}
