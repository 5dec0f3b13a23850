import { readFileSync } from 'node:fs'
import type { SentimentLabel } from '../src/sentiment/analyze-sentiment.ts'

type Example = { label: SentimentLabel; language: 'en' | 'sv'; text: string }
const labels: SentimentLabel[] = ['positive', 'neutral', 'negative', 'frustrated']

/** Sentences of a file beside this one, each under the label and language of the last heading before it. */
export function readExamples(name: 'dev' | 'held-out'): Example[] {
  let label = labels[0]!
  let language: Example['language'] = 'en'
  const examples: Example[] = []
  for (const line of readFileSync(new URL(`sentiment.${name}.txt`, import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('# ')) [label, language] = line.slice(2).split(' ') as [SentimentLabel, Example['language']]
    else if (line !== '') examples.push({ label, language, text: line })
  }
  return examples
}

/** F1 of each label, and their mean, over examples. */
export function measure(analyze: (text: string) => SentimentLabel, examples: Example[]) {
  const guessed = examples.map(({ label, text }) => ({ label, guess: analyze(text) }))
  const f1 = Object.fromEntries(
    labels.map((label) => {
      const right = guessed.filter((each) => each.label === label && each.guess === label).length
      const said = guessed.filter(({ guess }) => guess === label).length
      const meant = guessed.filter((each) => each.label === label).length
      return [label, right === 0 ? 0 : (2 * right) / (said + meant)]
    }),
  ) as Record<SentimentLabel, number>
  return { f1, macroF1: labels.reduce((sum, label) => sum + f1[label], 0) / labels.length }
}
