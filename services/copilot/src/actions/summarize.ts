import { ServiceError } from '@frontdesk/contracts'
import { splitIntoSentences } from '@frontdesk/language'
import { localModels } from '@frontdesk/models'
import type { CopilotContext } from '../context.ts'
import { type Facts, factsOf, untraceable } from '../facts/facts-of.ts'
import type { ReadConversation } from '../runs/read-conversation.ts'
import type { Action, Written } from './action.ts'

const maxSentences = 3
const minSentences = 2

/**
 * Two or three sentences. Of what a model writes, a sentence with a number, name, date or link that stands in no message is
 * left out; when too little is left, or the model can't be asked, sentences of the conversation itself make the summary.
 */
export const summarize: Action = {
  async write(read, context) {
    const { models, signal, log } = context
    if (!models.chat) return extract(read, context)
    try {
      const { turns, language } = read
      const text = await models.summarize({ turns, ...(language && { language }) }, { signal })
      const kept = traceableSentences(text, factsOf(turns.map(({ content }) => content).join('\n')))
      if (kept) return { text: kept, model: models.chat }
      log.warn(
        { conversationId: read.conversation.id },
        'a summary contained something that no message says; it is replaced by sentences of the conversation',
      )
    } catch (error) {
      if (!isUnavailable(error)) throw error
      log.warn(
        { conversationId: read.conversation.id, err: error },
        'no summary was written; it is replaced by sentences of the conversation',
      )
    }
    return extract(read, context)
  },
}

/** The first sentences that say nothing which stands in no message; undefined when what was left out tore a hole. */
function traceableSentences(text: string, source: Facts): string | undefined {
  const sentences = splitIntoSentences(text)
  const kept = sentences.filter((sentence) => untraceable(sentence.text, source).length === 0)
  const isWhole = kept.length === sentences.length
  if (kept.length === 0 || (!isWhole && kept.length < minSentences)) return undefined
  return kept
    .slice(0, maxSentences)
    .map((sentence) => sentence.text)
    .join(' ')
}

async function extract({ turns, language }: ReadConversation, { signal }: CopilotContext): Promise<Written> {
  const text = await localModels().summarize({ turns, ...(language && { language }) }, { signal })
  return { text, model: 'local' }
}

/** Whether something local may stand in for the model. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ServiceError && ['model_unavailable', 'model_refused', 'model_failed'].includes(error.code)
