import { composeAnswer, confidenceFeatures } from '@frontdesk/answers'
import { detectLanguage } from '@frontdesk/language'
import { finderOf } from '../answers/examples.ts'
import type { Judged } from '../answers/judged.ts'
import { count } from '../retrieval/memory-index.ts'
import { type HelpCentre, helpCentres, says } from './examples.ts'

/** What is composed for the questions of a half of the help centres, found by words, and whether it is right. */
export async function judgeHelp(half: HelpCentre['half']): Promise<Judged[]> {
  const judged: Judged[] = []
  for await (const { name, language, chunks, questions } of helpCentres(half)) {
    const find = finderOf(chunks.map(count))
    for (const { question, must, how } of questions) {
      const found = await find(question)
      const asked = { question, counts: found.counts, language: detectLanguage(question) ?? undefined }
      const composed = composeAnswer({ ...asked, chunks: found.chunks })
      if (!composed) continue
      judged.push({
        kind: how === 'none' ? 'help absent' : 'help',
        ...{ language, half, article: `help ${name}`, size: 'all', question, text: composed.text },
        features: confidenceFeatures(asked, composed),
        isCorrect: how !== 'none' && says(composed.text, must),
      })
    }
  }
  return judged
}
