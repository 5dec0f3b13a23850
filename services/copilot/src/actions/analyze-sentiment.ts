import { ServiceError } from '@frontdesk/contracts'
import { analyzeSentiment as analyze, type Sentiment } from '../sentiment/analyze-sentiment.ts'
import type { Action } from './action.ts'
import { isUnavailable } from './summarize.ts'

/** The newest messages of the customer that are heard: the last one, and when it tells nothing, those before it. */
const heard = 3
/** What was said before counts less. */
const earlier = 0.8

const feels = {
  en: {
    positive: 'The customer is pleased.',
    neutral: 'The customer is neutral.',
    negative: 'The customer is displeased.',
    frustrated: 'The customer is frustrated.',
  },
  sv: {
    positive: 'Kunden är nöjd.',
    neutral: 'Kunden är neutral.',
    negative: 'Kunden är missnöjd.',
    frustrated: 'Kunden är frustrerad.',
  },
}

/** How the customer feels, with the sentence that tells it. By a model where there is one, by a lexicon otherwise. */
export const analyzeSentiment: Action = {
  async write({ turns, conversation, language }, { models, signal, log }) {
    const texts = turns.filter(({ role }) => role === 'customer').map(({ content }) => content)
    if (texts.length === 0)
      throw new ServiceError('invalid_request', { detail: 'The customer has not said anything yet.' })
    const local = hear(texts)
    const words = language === 'sv' ? feels.sv : feels.en
    const asText = ({ label, because }: Sentiment) => (because ? `${words[label]} “${because}”` : words[label])
    if (models.writesFreely) {
      try {
        const { label, score } = await models.assess({ turns: turns }, { signal })
        const text = asText({ label, score, ...(label === local.label && local.because && { because: local.because }) })
        return { text, model: models.chat!, sentiment: { label, score } }
      } catch (error) {
        if (!isUnavailable(error)) throw error
        log.warn({ conversationId: conversation.id, err: error }, 'no model told the mood; the lexicon did')
      }
    }
    const { label, score } = local
    return { text: asText(local), model: 'local', sentiment: { label, score } }
  },
}

/** The mood of the newest message that has one; anger is not over with a message that tells nothing. */
function hear(texts: string[]): Sentiment {
  const newestFirst = texts.slice(-heard).toReversed()
  const last = analyze(newestFirst[0]!)
  if (last.label !== 'neutral') return last
  for (const text of newestFirst.slice(1)) {
    const before = analyze(text)
    // Thanks for an answer are spent with the next question.
    if (before.label === 'negative' || before.label === 'frustrated') {
      return { ...before, score: Math.max(0.5, Math.round(100 * earlier * before.score) / 100) }
    }
  }
  return last
}
