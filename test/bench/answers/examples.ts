import type { IndexedChunk, Space } from '@frontdesk/chunk-index'
import type { FoundChunk, WordCounts } from '@frontdesk/contracts'
import { contentWords, detectLanguage } from '@frontdesk/language'
import { rankCandidates } from '@frontdesk/retrieval'
import { splitIntoChunks } from '../../../services/ingest/src/chunks/split-into-chunks.ts'
import type { Corpus, Question } from '../retrieval/data.ts'
import { type Counted, count, memoryIndex } from '../retrieval/memory-index.ts'
import { fittingBases, heldOutBases, type MixedBase } from './other-subjects.ts'
import { smallBases } from './small-bases.ts'
import { makeTableBases } from './table-bases.ts'

/**
 * Why a question can or can't be answered from a knowledge base. `listed`: documents are lists of questions and one list
 * holds others of its paragraph; `swapped`: a telling word of an answerable question is one of another subject; `stated`, `other subject`: a shop's rules beside a company's figures; `in a table`,
 * `in no table`: invented reports, tariffs and manuals; `help`, `help absent`: readers' questions of help centres and manuals.
 */
export type Kind =
  | 'answerable'
  | 'article absent'
  | 'paragraph absent'
  | 'adversarial'
  | 'swapped'
  | 'listed'
  | 'list absent'
  | 'stated'
  | 'other subject'
  | 'in a table'
  | 'in no table'
  | 'help'
  | 'help absent'

/** A question asked of a knowledge base of `size` documents, and what was found for it. */
export type Example = {
  kind: Kind
  language: string
  half: 'fit' | 'report'
  /** What must not be in two folds. */
  article: string
  size: number | 'all'
  question: string
  answers: string[]
  /** The document that answers it, where that is what counts. */
  document?: string
  chunks: FoundChunk[]
  counts: WordCounts
}

const space: Space = { tenant: 'bench', generation: 'bench', dimensions: 0 }
/** Documents in a small knowledge base: a shop's five pages must work as an encyclopaedia does. */
const smallSizes = [2, 5, 12, 40]

/** Numbers in 0..1 that are the same each time. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

export type Finder = (question: string) => Promise<Pick<Example, 'chunks' | 'counts'>>

/** What production finds in an index: five chunks, and how many hold each word. */
export function finderOf(counted: Counted[]): Finder {
  const index = memoryIndex(counted)
  return async (question) => {
    const { asked: counts, ...lists } = await index.search(space, { question, limit: 20 })
    const chunks = rankCandidates(lists, 0)
      .slice(0, 5)
      .map(({ candidate, ...scores }) => ({ ...candidate, ...scores, version: 1 }))
    return { chunks, counts }
  }
}

const find = (counted: Counted[], question: string) => finderOf(counted)(question)

function pick<T>(from: T[], wanted: number, random: () => number): T[] {
  const left = [...from]
  const picked: T[] = []
  while (picked.length < Math.floor(wanted) && left.length > 0) {
    picked.push(left.splice(Math.floor(random() * left.length), 1)[0]!)
  }
  return picked
}

const byDocumentOf = (chunks: IndexedChunk[]): Map<string, Counted[]> => {
  const byDocument = new Map<string, Counted[]>()
  for (const chunk of chunks) {
    const own = byDocument.get(chunk.contentId)
    if (own) own.push(count(chunk))
    else byDocument.set(chunk.contentId, [count(chunk)])
  }
  return byDocument
}

/** Every `step`th question of a corpus, asked of the whole, of small parts of it, and of both without what answers it. */
export async function examplesOf(corpus: Corpus, step: number, only?: 'fit' | 'report'): Promise<Example[]> {
  const random = sequence(42)
  const byDocument = byDocumentOf(corpus.chunks)
  const documents = [...byDocument.keys()]
  const articleOf = (document: string) => byDocument.get(document)![0]!.chunk.sourceId
  const examples: Example[] = []

  async function add(question: Question, kind: Kind, size: Example['size'], kept: string[]): Promise<void> {
    const found = await find(
      kept.flatMap((document) => byDocument.get(document)!),
      question.question,
    )
    examples.push({
      kind,
      size,
      language: corpus.language,
      half: corpus.halfOf(question),
      article: `${corpus.language} ${articleOf(question.document)}`,
      question: question.question,
      answers: kind === 'answerable' ? question.answers : [],
      ...found,
    })
  }

  for (const [at, question] of corpus.questions.entries()) {
    if (at % step !== 0 || (only && corpus.halfOf(question) !== only)) continue
    const article = corpus.articleOf(question)
    const size = smallSizes[Math.floor(random() * smallSizes.length)]!
    const others = documents.filter((document) => document !== question.document)
    const elsewhere = others.filter((document) => articleOf(document) !== article)
    // Half of a small knowledge base is on the question's own subject.
    const near = pick(
      others.filter((document) => articleOf(document) === article),
      size / 2,
      random,
    )
    const far = pick(elsewhere, size - near.length - 1, random)
    const small = [question.document, ...near, ...far]
    if (!question.answerable) {
      await add(question, 'adversarial', 'all', documents)
      await add(question, 'adversarial', size, small)
      continue
    }
    await add(question, 'answerable', 'all', documents)
    await add(question, 'answerable', size, small)
    const foreign = corpus.questions[Math.floor(random() * corpus.questions.length)]!
    if (corpus.articleOf(foreign) !== article) {
      const swapped = swapWord(question.question, foreign.question, corpus.language, random)
      if (swapped) await add({ ...question, question: swapped }, 'swapped', size, small)
    }
    await add(question, 'paragraph absent', 'all', others)
    if (small.length > 1) await add(question, 'paragraph absent', size, small.slice(1))
    await add(question, 'article absent', 'all', elsewhere)
    await add(question, 'article absent', size, pick(elsewhere, size, random))
  }
  return examples
}

/** A question in which one of its longest words is exchanged for one of another question; undefined when it has too few. */
function swapWord(question: string, foreign: string, language: string, random: () => number): string | undefined {
  const longest = (text: string) => [...new Set(contentWords(text, language))].sort((a, b) => b.length - a.length)
  const own = longest(question).slice(0, 2)
  const [other] = longest(foreign)
  const word = own[Math.floor(random() * own.length)]
  if (!word || !other || own.length < 2 || question.toLowerCase().includes(other)) return undefined
  return question.replace(new RegExp(word, 'iu'), other)
}

/** A document as `ingest` cuts it and `retrieval` indexes it. */
export function chunksOfText(id: string, title: string, text: string): IndexedChunk[] {
  const language = detectLanguage(text)
  return splitIntoChunks(text).map((chunk) => ({ ...chunk, sourceId: id, contentId: id, title, language }))
}

/** Questions of one to four words out of longer ones: their last content words, as people type them. */
function terse(question: string, random: () => number): string {
  const all = question.replace(/[?!.,]/g, '').split(/\s+/)
  const content = all.filter((word) => word.length > 3)
  const wanted = 1 + Math.floor(random() * 4)
  return (content.length > 0 ? content : all).slice(-wanted).join(' ')
}

/**
 * Lists of questions as documents: of each paragraph half of its questions, and the other half are asked, half of those cut
 * to one to four words. Once with its list, and once without it and without those of its article.
 */
export async function listExamplesOf(corpus: Corpus, only?: 'fit' | 'report'): Promise<Example[]> {
  const random = sequence(7)
  const byParagraph = new Map<string, Question[]>()
  for (const question of corpus.questions) {
    if (only && corpus.halfOf(question) !== only) continue
    byParagraph.set(question.document, [...(byParagraph.get(question.document) ?? []), question])
  }
  const lists = [...byParagraph].filter(([, questions]) => questions.length >= 4)
  const byDocument = new Map<string, Counted[]>()
  for (const [document, questions] of lists) {
    const listed = questions.filter((_, i) => i % 2 === 0)
    const title = `intent ${byDocument.size + 1}`
    const chunks = chunksOfText(document, title, listed.map(({ question }) => question).join('\n'))
    byDocument.set(document, chunks.map(count))
  }
  const articleOf = new Map(lists.map(([document, questions]) => [document, corpus.articleOf(questions[0]!)]))
  const examples: Example[] = []
  for (const [document, questions] of lists) {
    const asked = questions.filter((_, i) => i % 2 === 1).slice(0, 2)
    for (const [i, question] of asked.entries()) {
      const text = i % 2 === 0 ? terse(question.question, random) : question.question
      const size = smallSizes[Math.floor(random() * smallSizes.length)]!
      const elsewhere = [...byDocument.keys()].filter((other) => articleOf.get(other) !== articleOf.get(document))
      const common = {
        language: corpus.language,
        half: corpus.halfOf(question),
        article: `${corpus.language} ${articleOf.get(document)}`,
        size,
        question: text,
      }
      const others = pick(elsewhere, size, random)
      const with_ = await find(
        [document, ...others].flatMap((each) => byDocument.get(each)!),
        text,
      )
      const without = await find(
        others.flatMap((each) => byDocument.get(each)!),
        text,
      )
      examples.push({ ...common, kind: 'listed', answers: [], document, ...with_ })
      examples.push({ ...common, kind: 'list absent', answers: [], ...without })
    }
  }
  return examples
}

/** What a customer may ask for that a shop has nothing to say about. */
const things: Record<string, string[]> = {
  en: ['helmet', 'sofa', 'battery', 'invoice', 'kitchen', 'laptop'],
  sv: ['hjälm', 'soffa', 'batteri', 'kvitto', 'kök', 'matta'],
  de: ['helm', 'sofa', 'batterie', 'küche', 'teppich'],
}

/** The questions of bases in which a shop's rules stand beside a company's figures. */
export async function mixedExamples(): Promise<Example[]> {
  const random = sequence(11)
  const examples: Example[] = []
  const halves: [MixedBase[], Example['half']][] = [
    [[...fittingBases, ...smallBases], 'fit'],
    [heldOutBases, 'report'],
  ]
  for (const [bases, half] of halves) {
    for (const [at, { language, documents, unanswerable, answerable }] of bases.entries()) {
      const counted = documents.flatMap(({ title, text }) => chunksOfText(title, title, text)).map(count)
      const common = { language, half, article: `mixed ${half} ${at}`, size: documents.length }
      for (const question of unanswerable) {
        examples.push({ ...common, kind: 'other subject', question, answers: [], ...(await find(counted, question)) })
      }
      for (const { question, answers } of answerable) {
        examples.push({ ...common, kind: 'stated', question, answers, ...(await find(counted, question)) })
        if (half === 'report') continue
        for (const thing of things[language] ?? []) {
          const swapped = swapWord(question, thing, language, random)
          if (swapped)
            examples.push({
              ...common,
              kind: 'swapped',
              question: swapped,
              answers: [],
              ...(await find(counted, swapped)),
            })
        }
      }
    }
  }
  return examples
}

/** Questions on invented tables, all to fit on. */
export async function tableExamples(): Promise<Example[]> {
  const random = sequence(23)
  const examples: Example[] = []
  for (const [at, { language, chunks, questions }] of (await makeTableBases(8, random)).entries()) {
    const finder = finderOf(chunks.map(count))
    for (const { question, answers, isStated } of questions) {
      examples.push({
        kind: isStated ? 'in a table' : 'in no table',
        language,
        half: 'fit',
        article: `tables ${at}`,
        size: 6,
        question,
        answers,
        ...(await finder(question)),
      })
    }
  }
  return examples
}
