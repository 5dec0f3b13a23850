import {
  type BodyOf,
  type CustomerTextKind,
  type chat,
  customerTextKinds,
  lookUp,
  type ReplyOf,
  type Settings,
} from '@frontdesk/contracts'
import { detectLanguage } from '@frontdesk/language'
import type { Escalation } from '../escalation/escalation-steps.ts'
import { servedIn } from '../settings/settings-store.ts'
import { builtInTexts, handedOverBecause } from './built-in-texts.ts'

type TextSettings = Pick<Settings, 'texts' | 'languages' | 'businessHours'>

/** The languages (ISO 639-1) to tell a customer something in, best first; null where one is unknown. */
export type Spoken = readonly (string | null)[]

/** The language of what the customer wrote last, then that of the conversation. */
export const spokenIn = (text: string, conversationLanguage: string | null): Spoken => [
  detectLanguage(text),
  conversationLanguage,
]

const served = (spoken: Spoken, settings: TextSettings): string[] =>
  spoken.map((language) => servedIn(language, settings)).filter((language) => language !== null)

/** The text in the first language that has one, the tenant's own before the one that comes with it; otherwise in English. */
function find(
  kind: CustomerTextKind,
  builtIn: (typeof builtInTexts)[CustomerTextKind],
  spoken: Spoken,
  settings: TextSettings,
): string {
  for (const language of [...served(spoken, settings), 'en']) {
    const text = lookUp(settings.texts, language)?.[kind] ?? lookUp(builtIn, language)
    if (text !== undefined) return text
  }
  return builtIn.en
}

/** What a customer reads that no model writes. */
export const customerText = (kind: CustomerTextKind, spoken: Spoken, settings: TextSettings): string =>
  find(kind, builtInTexts[kind], spoken, settings)

/** How a question went to people. */
export type HandedOver = Pick<Escalation, 'reason'> & {
  /** The words of the rule that did it, in place of all others. */
  message?: string | undefined
  isOutsideHours?: boolean | undefined
}

/**
 * What a customer reads whose question went to people. Outside of business hours their message, which has one language, is
 * said where the tenant has no text in the customer's.
 */
export function handedOverText(
  { reason, message, isOutsideHours = false }: HandedOver,
  spoken: Spoken,
  settings: TextSettings,
): string {
  if (message !== undefined) return message
  if (!isOutsideHours) {
    // What is wrong with a model is for operators; customers read that people will answer.
    const isPlain = reason === 'rule' || reason === 'model_refused' || reason === 'model_failed'
    return find('handedOver', isPlain ? builtInTexts.handedOver : handedOverBecause[reason], spoken, settings)
  }
  const [own] = served(spoken, settings).flatMap((language) => lookUp(settings.texts, language)?.outsideHours ?? [])
  return own ?? settings.businessHours?.message ?? customerText('outsideHours', spoken, settings)
}

/** Every text as customers read it who speak the language, or who wrote what is in another. */
export function readTexts(
  { language: asked = 'en', said }: BodyOf<typeof chat.queries.textsRead>,
  settings: TextSettings,
): ReplyOf<typeof chat.queries.textsRead> {
  const language = (said === undefined ? undefined : detectLanguage(said)) ?? asked
  const text = (kind: CustomerTextKind) =>
    kind === 'outsideHours'
      ? handedOverText({ reason: 'rule', isOutsideHours: true }, [language], settings)
      : customerText(kind, [language], settings)
  const texts = Object.fromEntries(customerTextKinds.map((kind) => [kind, text(kind)]))
  return { language, texts: texts as Record<CustomerTextKind, string> }
}
