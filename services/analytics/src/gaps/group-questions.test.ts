import { readFileSync } from 'node:fs'
import { detectLanguage } from '@frontdesk/language'
import { expect, test } from 'vitest'
import { findGroup, type Terms, termsOf } from './group-questions.ts'

/** Groups of questions that ask the same, a blank line between them. */
const read = (name: string): string[][] =>
  readFileSync(new URL(`../../testing/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n\n')
    .map((group) => group.split('\n'))

/** Every question's group, found as they come; in turns, so that no group comes together. */
function groupsOf(groups: string[][], order: number) {
  const asked = groups
    .flatMap((texts, topic) => texts.map((text, i) => ({ text, topic, at: ((i + order) % 4) * 1_000 + topic })))
    .toSorted((a, b) => a.at - b.at)
  const found: { language: string | null; terms: Terms[] }[] = []
  return asked.map(({ text, topic }) => {
    const language = detectLanguage(text)
    const terms = termsOf(text, language)
    let group = findGroup(terms, found)
    if (group) group.terms.push(terms)
    else found.push((group = { language, terms: [terms] }))
    return { topic, group: found.indexOf(group) }
  })
}

/** Of the pairs that were put together, and of those that belong together. */
function pairwiseF1(grouped: { topic: number; group: number }[]): number {
  let [right, together, belonging] = [0, 0, 0]
  for (const [i, a] of grouped.entries()) {
    for (const b of grouped.slice(i + 1)) {
      if (a.group === b.group) together++
      if (a.topic === b.topic) belonging++
      if (a.group === b.group && a.topic === b.topic) right++
    }
  }
  return (2 * right) / (together + belonging)
}

const orders = [0, 1, 2, 3]
const f1Of = (name: string): number[] => orders.map((order) => pairwiseF1(groupsOf(read(name), order)))

test('paraphrases that nothing was fitted on are grouped: pairwise F1 of at least 0.7 in every order', () => {
  for (const f1 of f1Of('paraphrases.held-out.txt')) expect(f1).toBeGreaterThanOrEqual(0.7)
})
