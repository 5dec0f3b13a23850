import { chat, limits, lookUp, refusal, ServiceError } from '@frontdesk/contracts'
import type { Action } from './action.ts'

/** A message on the bus holds the history and the question beside what else it carries. */
const historyCharacters = 60_000

const noAnswer: Record<string, string> = {
  en: 'The knowledge base has no answer to this question, so there is no reply to suggest.',
  sv: 'Kunskapsbasen har inget svar på den här frågan, så det finns inget svar att föreslå.',
}

/** Whether a result only says that there is no answer. */
export const isNoAnswer = (result: string): boolean => Object.values(noAnswer).includes(result)

/**
 * An answer to the customer's latest message from the knowledge base, by the same pipeline that answers customers, except
 * that no rule hands it over: a person reads it in any case. Says so when the knowledge base has none.
 */
export const suggestReply: Action = {
  async write({ said, conversation, language }, { models, open, signal }) {
    const at = said.findLastIndex(({ role }) => role === 'customer')
    if (at < 0) throw new ServiceError('invalid_request', { detail: 'The customer has not said anything yet.' })
    const question = {
      message: said[at]!.content.slice(0, limits.messageCharacters),
      history: historyOf(said.slice(0, at)),
      channel: conversation.channel,
      isForColleague: true,
    }
    const model = models.chat ?? 'local'
    for await (const { outcome, content, sources } of open(chat.streams.messageSimulate, question, { signal })) {
      if (outcome === 'answered') return { text: content, model, sources, outcome: 'done' }
      if (outcome === 'blocked') return { text: refusal, model, sources: [], outcome }
      const text = lookUp(noAnswer, language ?? 'en') ?? noAnswer.en!
      return { text, model, sources: [], outcome: 'nothing_found' }
    }
    throw new ServiceError('stream_broken')
  },
}

type Said = { role: 'customer' | 'ai' | 'agent'; content: string }

/** The newest of what was said before that a simulation takes, oldest first. */
function historyOf(said: Said[]): Said[] {
  const kept: Said[] = []
  let characters = 0
  for (const { role, content } of said.slice(-limits.historyMessages).toReversed()) {
    const cut = content.slice(0, limits.historyCharacters)
    characters += cut.length
    if (characters > historyCharacters) break
    kept.unshift({ role, content: cut })
  }
  return kept
}
