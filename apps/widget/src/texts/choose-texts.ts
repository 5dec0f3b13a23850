import type { Language, LaterTexts, Texts } from './texts.ts'

export { type AllTexts, type Language, languages, type Texts } from './texts.ts'

/** Every language is a file of its own. */
const loaders: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import('./en.ts'),
  sv: () => import('./sv.ts'),
  de: () => import('./de.ts'),
  ar: () => import('./ar.ts'),
}

/** The first of these languages that the widget speaks; English if it speaks none. */
export function chooseLanguage(wanted: readonly (string | undefined)[]): Language {
  const spoken = wanted.map((tag) => tag?.toLowerCase().split('-')[0])
  return (spoken.find((tag) => tag !== undefined && Object.hasOwn(loaders, tag)) ?? 'en') as Language
}

export const isRightToLeft = (language: Language): boolean => language === 'ar'

/** The texts of a language that the panel begins with. */
export const loadTexts = async (language: Language): Promise<Texts> => (await loaders[language]()).texts

/** Texts with those that the widget's settings replace. A text of another kind than ours is ignored. */
export function withOwnTexts<T extends Texts | LaterTexts>(texts: T, own: Record<string, unknown> = {}): T {
  const fits = ([name, text]: [string, unknown]) => {
    const ours: unknown = texts[name as keyof T]
    return typeof ours === typeof text && typeof ours !== 'function' && Array.isArray(ours) === Array.isArray(text)
  }
  return { ...texts, ...Object.fromEntries(Object.entries(own).filter(fits)) }
}

/** A text of the settings in a language, or in the first one that it has. */
export const inLanguage = (text: Record<string, string> | undefined, language: Language): string | undefined =>
  text && (text[language] ?? text.en ?? Object.values(text)[0])
