import { answerQuestion, type JudgedAnswer } from '@frontdesk/answers'
import { type FoundChunk, limits, retrieval, type WordCounts } from '@frontdesk/contracts'
import { contentWords, detectLanguage } from '@frontdesk/language'
import type { RewriteRequest, Turn, UsageMeter } from '@frontdesk/models'
import type { ChatContext } from '../context.ts'
import { questionPart } from './question-part.ts'
import { withoutCourtesies } from './recognise-courtesy.ts'
import { mayReferBack, refersBack, restate } from './restate-question.ts'

export type AskedOf = {
  question: string
  /** Oldest first, as the model may see it. */
  history: Turn[]
  /** ISO 639-1 of the customer's language, null when it can't be told. */
  language: string | null
  /** A question below it would be handed over. */
  threshold: number
}
/** The chunks found, how the question was asked to find them, what they answer, and how likely that is correct. */
export type FoundPassages = {
  chunks: FoundChunk[]
  counts: WordCounts
  standalone: string
  /** Undefined when there is nothing to say. */
  answer: JudgedAnswer | undefined
  confidence: number
}

/** A rewritten question must score this much better than the customer's own words. */
const worthAnother = 0.05
/**
 * What another way to ask finds must hold this share of what the question's own passages hold of its words: without it the
 * words of another subject find that subject.
 */
const minHeldShare = 0.9
/** A question of so few content words that refers back says too little to hold anything to it. */
const saysLittle = 3
/** A rewriting may take so long; the words of the conversation stand in for it. */
const rewriteLimitMs = 3_000

/**
 * The best passages for a question. One that may refer back is also asked with what it may refer to (rewritten by the
 * model where there is one), one that tells something beside what it asks also without that, one that finds little also in
 * the language of the documents, and what the passages answer best counts: a question that stands alone is never exchanged
 * for a worse one.
 */
export async function findPassages(
  { question: message, history, language, threshold }: AskedOf,
  context: ChatContext,
  { signal, meter }: { signal: AbortSignal; meter: UsageMeter },
): Promise<FoundPassages> {
  const question = withoutCourtesies(message, language)
  const look = async (asked: string): Promise<FoundPassages> => {
    // As much as the contract takes: what is added to a long question is not worth refusing it.
    const standalone = asked.slice(0, limits.messageCharacters)
    const { chunks, asked: counts } = await context.ask(retrieval.queries.chunksFind, {
      question: standalone,
      limit: limits.chunksPerQuestion,
    })
    const answer = answerQuestion({ question: standalone, chunks, counts, language: language ?? undefined })
    return { chunks, counts, standalone, answer, confidence: answer?.confidence ?? 0 }
  }
  const rewrite = async (request: RewriteRequest): Promise<string | undefined> => {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(rewriteLimitMs)])
      return await context.models.rewrite(request, { signal: limit, onUsage: meter.add })
    } catch (error) {
      signal.throwIfAborted()
      context.log.warn({ err: error }, 'a question could not be rewritten')
      return undefined
    }
  }

  const own = look(question)
  const restated = mayReferBack(question, history) ? restate(question, history) : []
  const rewritten =
    restated.length > 0 && context.models.writesFreely ? await rewrite({ question, history }) : undefined
  const others = rewritten ? [rewritten] : restated
  const asking = questionPart(question, language)
  if (asking) others.push(asking)
  const [first, ...rest] = await Promise.all([own, ...others.filter((other) => other !== question).map(look)])
  let best = chooseAsked(question, first!, rest, language)

  if (context.models.writesFreely && best.confidence < Math.max(threshold, 0.5)) {
    const foreign = foreignLanguage(best, language)
    const translated = foreign && (await rewrite({ question: best.standalone, history: [], language: foreign }))
    if (translated && translated !== best.standalone) best = better(best, await look(translated))
  }
  return best
}

/**
 * The passages of a question's own words, or those of another way to ask it when they answer that better and hold the
 * question's own words as well, unless it has too few of them (see test/bench/retrieval/follow-ups.ts).
 */
export function chooseAsked(
  question: string,
  first: FoundPassages,
  others: FoundPassages[],
  language: string | null,
): FoundPassages {
  const held = ({ chunks, counts }: FoundPassages) =>
    answerQuestion({ question, chunks, counts, language: language ?? undefined })?.features.inPassageByLength ?? 0
  const said = contentWords(question).length
  const saysEnough = said > saysLittle || (said > 0 && !refersBack(question))
  const needed = saysEnough ? Math.max(minHeldShare * held(first), Number.EPSILON) : 0
  return others.filter((other) => needed === 0 || held(other) >= needed).reduce(better, first)
}

const better = (a: FoundPassages, b: FoundPassages): FoundPassages =>
  b.confidence > a.confidence + worthAnother || (a.chunks.length === 0 && b.chunks.length > 0) ? b : a

/** The language that the documents are in when it is not the customer's; English where nothing was found that tells. */
function foreignLanguage({ chunks }: FoundPassages, language: string | null): string | undefined {
  if (language === null) return undefined
  const theirs = chunks[0] ? detectLanguage(chunks[0].text) : null
  const foreign = theirs && theirs !== language ? theirs : 'en'
  return foreign === language ? undefined : foreign
}
