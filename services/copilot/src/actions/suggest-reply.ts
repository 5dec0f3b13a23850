import { limits, messageSimulate, refusal, ServiceError } from '@frontdesk/contracts'
import type { Action, Written } from './action.ts'

/** A message on the bus holds the history and the question beside what else it carries. */
const historyCharacters = 60_000

const noAnswer: Record<string, string> = {
  en: 'The knowledge base has no answer to this question, so there is no reply to suggest.',
  sv: 'Kunskapsbasen har inget svar på den här frågan, så det finns inget svar att föreslå.',
}

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
    for await (const { outcome, content, sources } of open(messageSimulate, question, { signal })) {
      const written: Record<string, Written> = {
        answered: { text: content, model, sources, isReleased: true },
        blocked: { text: refusal, model, sources: [], isReleased: true },
      }
      return (
        written[outcome] ?? { text: noAnswer[language ?? 'en'] ?? noAnswer.en!, model, sources: [], isReleased: true }
      )
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
