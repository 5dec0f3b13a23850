import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stem, words } from '@frontdesk/language'
import { readCorpora } from '../retrieval/data.ts'

const file = fileURLToPath(new URL('../../../packages/answers/src/background.ts', import.meta.url))
/** Stems in fewer texts than this share are as good as unknown. */
const minShare = 0.008
const lineLength = 110

/** Counts in how many paragraphs of the development half each stem stands, and writes what the composer weighs words by. */
export async function writeBackground(): Promise<void> {
  const corpora = (await readCorpora()) ?? []
  const tables: string[] = []
  for (const { language, chunks, questions, halfOf, articleOf } of corpora) {
    const articles = new Set(questions.filter((question) => halfOf(question) === 'fit').map(articleOf))
    const texts = new Map<string, Set<string>>()
    for (const { sourceId, contentId, text } of chunks) {
      if (!articles.has(sourceId)) continue
      const stems = texts.get(contentId) ?? new Set()
      for (const word of words(text)) if (/^\p{L}{2,}$/u.test(word)) stems.add(stem(word, language))
      texts.set(contentId, stems)
    }
    const counts = new Map<string, { texts: number; articles: Set<string> }>()
    const articleOfText = new Map(chunks.map(({ contentId, sourceId }) => [contentId, sourceId]))
    for (const [id, stems] of texts) {
      for (const each of stems) {
        const count = counts.get(each) ?? { texts: 0, articles: new Set() }
        count.texts++
        count.articles.add(articleOfText.get(id)!)
        counts.set(each, count)
      }
    }
    const entries = [...counts]
      // What stands in several articles belongs to the language, not to one subject.
      .filter(
        ([, { texts: held, articles: in_ }]) =>
          held / texts.size >= minShare && in_.size >= Math.max(4, articles.size / 6),
      )
      .sort((a, b) => b[1].texts - a[1].texts)
      .map(([name, { texts: held }]) => `${name}:${Math.round((1_000 * held) / texts.size)}`)
    console.log(`  ${language}: ${entries.length} stems of ${texts.size} paragraphs in ${articles.size} articles`)
    tables.push(`  ${language}: \`${wrap(entries)}\`,`)
  }
  writeFileSync(
    file,
    `// Written by \`node test/bench/answers.ts --background\`; don't edit. Paragraphs of Wikipedia (every second article of SQuAD
// 2.0 in Swedish and XQuAD in English).

/** By language: stems that stand in many texts whatever they are about, and of a thousand texts how many hold each. */
export const background: Record<string, string> = {
${tables.join('\n')}
}
`,
  )
}

/** Entries in lines of at most `lineLength` characters. */
function wrap(entries: string[]): string {
  const lines = ['']
  for (const entry of entries) {
    const last = lines.at(-1)!
    if (last.length + entry.length >= lineLength) lines.push(entry)
    else lines[lines.length - 1] = last === '' ? entry : `${last} ${entry}`
  }
  return lines.join('\n')
}
