import { lookUp, ServiceError } from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import { compareTranslation } from '../facts/facts-of.ts'
import type { Action } from './action.ts'

/** Tries of a model to translate a message faithfully. */
const tries = 2
/** A translation is rarely so much shorter or longer; this much text more is no matter. */
const most = 3
const someCharacters = 80

/**
 * The latest message in another language. One that is in it already, or has no words, stays as it is and needs no model. A
 * translation that lost a name, a number or a link, or made one up, is asked for once more; then it is `model_unfaithful`.
 */
export const translateTo = (to: 'en' | 'sv'): Action => ({
  check({ said }, { models }) {
    if (!models.writesFreely && !isIn(to, said.at(-1)!.content)) {
      throw new ServiceError('model_required', {
        detail: 'Translation needs a language model: set OPENAI_BASE_URL, OPENAI_API_KEY and CHAT_MODEL.',
      })
    }
  },
  async write({ said, turns }, { models, signal, log }) {
    const original = said.at(-1)!.content
    if (isIn(to, original)) return { text: original, model: 'local' }
    const seen = turns.at(-1)!.content
    let keep: string[] = []
    for (let attempt = 0; attempt < tries; attempt++) {
      const text = await models.translate({ text: seen, to, ...(keep.length > 0 && { keep }) }, { signal })
      const fault = faultOf(seen, text, to)
      if (!fault) return { text, model: models.chat! }
      log.warn({ messageId: said.at(-1)!.id, attempt, fault: fault.what }, 'a translation was not faithful')
      keep = fault.keep
    }
    throw new ServiceError('model_unfaithful', {
      detail: 'The text of the model changed a name, a number or a link, or was not a translation, so it is not shown.',
    })
  },
})

/** Whether a text needs no translation. */
const isIn = (language: string, text: string): boolean => !/\p{L}{2}/u.test(text) || detectLanguage(text) === language

/** What so near a language that a sentence of it is often taken for them. */
const neighbours: Record<string, string[]> = { en: [], sv: ['da', 'no', 'nb', 'nn'] }
/** Below this a guess at the language is worth little, unless it is the original's. */
const tellingCharacters = 40

function isInAnother(text: string, original: string, to: string): boolean {
  const language = detectLanguage(text)
  if (language === null || language === to || lookUp(neighbours, to)?.includes(language)) return false
  return text.length > tellingCharacters || language === detectLanguage(original)
}

/** What is wrong with a translation, and what the next one has to keep letter by letter. */
function faultOf(original: string, text: string, to: string): { what: string; keep: string[] } | undefined {
  const { lost, added } = compareTranslation(original, text)
  if (lost.length > 0) return { what: 'lost', keep: lost }
  if (added.length > 0) return { what: 'added', keep: [] }
  if (text === '' || isInAnother(text, original, to)) return { what: 'language', keep: [] }
  const [shorter, longer] = [text.length, original.length].sort((a, b) => a - b) as [number, number]
  return longer > most * shorter + someCharacters ? { what: 'length', keep: [] } : undefined
}
