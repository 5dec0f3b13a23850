import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerQuestion, bestLikeness } from '@frontdesk/answers'
import { type ChunkIndex, sqliteChunkIndex } from '@frontdesk/chunk-index'
import { contentWords } from '@frontdesk/language'
import type { Turn } from '@frontdesk/models'
import { rankCandidates } from '@frontdesk/retrieval'
import { chooseAsked, type FoundPassages } from '../../../services/chat/src/turns/find-passages.ts'
import { mayReferBack, restate } from '../../../services/chat/src/turns/restate-question.ts'
import type { Corpus, Question } from './data.ts'

/** Recall@5 of some questions by their own words alone, and with what was said before at hand. */
export type Recall = { questions: number; alone: number; withHistory: number; exchanged: number; worse: number }
export type FollowUps = { language: string; unrelated: Recall; related: Recall; followUps: Recall }

const historyOf = ({ question, answers }: Question): Turn[] => [
  { role: 'customer', content: question },
  { role: 'ai', content: answers[0] ?? '' },
]

/**
 * A follow-up made of a question and one asked before it: what they share is said by a pronoun. Undefined when they share
 * nothing behind the first word.
 */
function followUpOf(question: string, before: string, pronoun: string): string | undefined {
  const shared = contentWords(before)
  let count = 0
  const text = question.replace(/[\p{L}\p{N}]+/gu, (word, at: number) => {
    if (at === 0 || bestLikeness(word.toLowerCase(), shared) < 0.9) return word
    return count++ === 0 ? pronoun : ''
  })
  return count === 0 ? undefined : text.replace(/\s+/g, ' ').replace(/ \?/, '?')
}

/**
 * Every `step`th answerable question of a corpus: after a question of another subject, after one on the same document, and
 * as a follow-up to that one, searched as chat does without a model.
 */
export async function measureFollowUps(corpus: Corpus, step: number): Promise<FollowUps> {
  const dir = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
  const index: ChunkIndex = sqliteChunkIndex(join(dir, 'chunks.db'))
  const space = { tenant: corpus.language, generation: 'bench', dimensions: 0 }
  const look = async (asked: string): Promise<FoundPassages> => {
    const { asked: counts, ...lists } = await index.search(space, { question: asked, limit: 20 })
    const chunks = rankCandidates(lists, 0)
      .slice(0, 5)
      .map(({ candidate, ...scores }) => ({ ...candidate, ...scores, version: 1 }))
    const answer = answerQuestion({ question: asked, chunks, counts, language: corpus.language })
    return { chunks, counts, standalone: asked, answer, confidence: answer?.confidence ?? 0 }
  }
  const newRecall = (): Recall => ({ questions: 0, alone: 0, withHistory: 0, exchanged: 0, worse: 0 })
  async function ask(into: Recall, text: string, history: Turn[], document: string) {
    const first = await look(text)
    const others = mayReferBack(text, history) ? await Promise.all(restate(text, history).map(look)) : []
    const best = chooseAsked(text, first, others, corpus.language)
    const holds = ({ chunks }: FoundPassages) => Number(chunks.some(({ contentId }) => contentId === document))
    into.questions++
    into.alone += holds(first)
    into.withHistory += holds(best)
    if (best !== first) into.exchanged++
    if (holds(best) < holds(first)) into.worse++
  }

  try {
    await index.put(space, corpus.chunks)
    await index.refresh(space)
    const answerable = corpus.questions.filter(({ answerable }) => answerable)
    const firstOf = new Map<string, Question[]>()
    for (const question of answerable) {
      firstOf.set(question.document, [...(firstOf.get(question.document) ?? []), question])
    }
    const chosen = answerable.filter((_, i) => i % step === 0)
    const measured = { unrelated: newRecall(), related: newRecall(), followUps: newRecall() }
    for (const [i, question] of chosen.entries()) {
      const { document } = question
      const other = chosen[(i * 7 + 31) % chosen.length]!
      await ask(measured.unrelated, question.question, historyOf(other), document)
      const before = firstOf.get(document)!.find((each) => each !== question)
      if (!before) continue
      await ask(measured.related, question.question, historyOf(before), document)
      const pronoun = corpus.language === 'sv' ? 'det' : 'it'
      const followUp = followUpOf(question.question, before.question, pronoun)
      if (followUp) await ask(measured.followUps, followUp, historyOf(before), document)
    }
    return { language: corpus.language, ...measured }
  } finally {
    await index.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** What the history of a conversation does to finding passages. */
export async function benchFollowUps(corpora: Corpus[]): Promise<void> {
  console.log('Questions with a conversation before them (recall@5, no model)')
  for (const corpus of corpora) {
    const { unrelated, related, followUps } = await measureFollowUps(corpus, corpus.language === 'sv' ? 8 : 5)
    const rows = { 'after another subject': unrelated, 'after the same document': related, 'follow-ups': followUps }
    for (const [name, { questions, alone, withHistory, exchanged, worse }] of Object.entries(rows)) {
      const share = (hits: number) => (hits / questions).toFixed(3)
      console.log(
        `  ${corpus.language} ${name.padEnd(24)} ${String(questions).padStart(4)} questions   alone ${share(alone)}   ` +
          `with the conversation ${share(withHistory)}   asked otherwise ${exchanged}, worse ${worse}`,
      )
    }
  }
}
