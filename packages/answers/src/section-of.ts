import { isApart } from './read-passage.ts'
import { maxOf, type ScoredPassage, type ScoredUnit, share } from './score-units.ts'
import type { AskedWord } from './weigh-words.ts'

/** Some so many characters of a section are said. */
export const maxSection = 900

/** Whether a unit begins another section: a heading, or a question on a line of its own. */
export function isHeading(unit: ScoredUnit, text: string): boolean {
  if (unit.kind === 'heading') return true
  if (unit.kind !== 'question') return false
  const [before, after] = [text.slice(0, unit.start).trimEnd(), text.slice(unit.end)]
  return (before === '' || text.slice(before.length, unit.start).includes('\n')) && /^[^\S\n]*(?:\n|$)/.test(after)
}

/** The units between two headings; where nothing is a heading, those of a paragraph. Rows of tables are answers of their own. */
function sectionsOf({ units, text }: ScoredPassage): ScoredUnit[][] {
  const hasHeadings = units.some((unit) => isHeading(unit, text))
  const sections: ScoredUnit[][] = []
  let open: ScoredUnit[] | undefined
  for (const [i, unit] of units.entries()) {
    if (isHeading(unit, text)) {
      open = undefined
      continue
    }
    if (unit.row) continue
    const before = units[i - 1]
    const isOther = !hasHeadings && before !== undefined && before.kind !== 'intro' && isApart(text, before, unit)
    if (!open || isOther) sections.push((open = []))
    open.push(unit)
  }
  return sections
}

/** A stretch of a section that can be said: from its beginning, or from a little before the unit that tells most. */
function stretchOf(section: ScoredUnit[], best: ScoredUnit): ScoredUnit[] {
  const lengthTo = (from: number, to: number) =>
    section.slice(from, to + 1).reduce((sum, unit) => sum + unit.text.length, 0)
  const at = section.indexOf(best)
  let from = 0
  while (from < at && lengthTo(from, at) > maxSection / 2 && lengthTo(0, at) > maxSection) from++
  let to = at
  while (to + 1 < section.length && lengthTo(from, to + 1) <= maxSection) to++
  const said = section.slice(from, to + 1)
  // What announces something that is not said, and half a sentence, are no end.
  while (said.length > 1 && (said.at(-1)!.kind === 'intro' || said.at(-1)!.isFragment)) said.pop()
  return said
}

/** The section of a passage that tells most of what is asked, with what stands above it. */
export function sectionAbout(
  passage: ScoredPassage,
  asked: AskedWord[],
): { said: ScoredUnit[]; best: ScoredUnit } | undefined {
  let found: { section: ScoredUnit[]; told: number } | undefined
  for (const section of sectionsOf(passage)) {
    if (section.every(({ isEmpty }) => isEmpty)) continue
    const told = share(asked, maxOf(...section.map(({ context }) => context)))
    if (told > (found?.told ?? -1)) found = { section, told }
  }
  if (!found) return undefined
  const best = found.section.reduce((a, b) => (b.score > a.score ? b : a))
  return { said: stretchOf(found.section, best), best }
}
