import { loadTexts } from './choose-texts.ts'
import type { AllTexts, Language, LaterTexts } from './texts.ts'

/** Files of their own too, which only the extras load. */
const laterLoaders: Record<Language, () => Promise<{ texts: LaterTexts }>> = {
  en: () => import('./later-en.ts'),
  sv: () => import('./later-sv.ts'),
  de: () => import('./later-de.ts'),
  ar: () => import('./later-ar.ts'),
}

/** The texts of the extras. */
export const loadLaterTexts = async (language: Language): Promise<LaterTexts> => (await laterLoaders[language]()).texts
/** All texts of a language. */
export const loadAllTexts = async (language: Language): Promise<AllTexts> => {
  const [texts, later] = await Promise.all([loadTexts(language), loadLaterTexts(language)])
  return { ...texts, ...later }
}
