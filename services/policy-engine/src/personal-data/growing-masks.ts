import type { GrowingMask } from './mask.ts'
import { type MaskedText, namesOf, type PiiConfig, personalDataMask } from './mask-personal-data.ts'

/** How many unfinished texts one process caches before it evicts the oldest. */
const maxTexts = 64

/** Masks texts that are passed repeatedly, each time longer: the masked part is cached, so only the new part is processed. */
export type GrowingMasks = {
  /** The same as `maskPersonalData`. */
  mask(text: string, config: PiiConfig, final: boolean): MaskedText
}

type Growing = { config: string; text: string; masked: string; mask: GrowingMask }

/**
 * Remembers the texts that are growing now, by how they begin. Which of two equal texts it is makes no difference, for the
 * answer is a function of config and text; a text that is forgotten is masked from its beginning again.
 */
export function growingMasks(): GrowingMasks {
  const kept: Growing[] = []
  return {
    mask(text, config, final) {
      const key = JSON.stringify(config)
      const at = kept.findLastIndex((one) => one.config === key && text.startsWith(one.text))
      const one = kept[at] ?? { config: key, text: '', masked: '', mask: personalDataMask(config) }
      if (at >= 0) kept.splice(at, 1)
      one.masked += one.mask.push(text.slice(one.text.length), final)
      one.text = text
      if (!final) kept.push(one)
      if (kept.length > maxTexts) kept.shift()
      return { text: one.masked, found: namesOf(one.mask) }
    },
  }
}
