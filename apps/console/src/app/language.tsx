import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'
import { en, type Messages } from '../messages/en.ts'
import { sv } from '../messages/sv.ts'

const languages: Record<string, Messages> = { en, sv }
const storageKey = 'frontdesk.language'

const choose = (): string => {
  const wanted = [localStorage.getItem(storageKey) ?? '', ...navigator.languages]
  return wanted.map((tag) => tag.slice(0, 2)).find((tag) => languages[tag]) ?? 'en'
}
let chosen = choose()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentLanguage = (): string => chosen

/** Shows another language, also when this browser is opened again. A tag without texts changes nothing. */
export function setLanguage(tag: string): void {
  const next = tag.slice(0, 2)
  if (!languages[next]) return
  localStorage.setItem(storageKey, next)
  chosen = next
  for (const listener of listeners) listener()
}

type Language = { language: string; messages: Messages }
const LanguageContext = createContext<Language>({ language: 'en', messages: en })

export function LanguageProvider({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(subscribe, () => chosen)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return <LanguageContext value={{ language, messages: languages[language]! }}>{children}</LanguageContext>
}

export const useLanguage = (): Language => use(LanguageContext)
/** The texts of the interface in the reader's language. */
export const useMessages = (): Messages => use(LanguageContext).messages

/** A hook for the texts of one screen, which load with it: `sv` has to satisfy the type of `en`. */
export const screenTexts =
  <T,>(texts: { en: T; sv: NoInfer<T> }) =>
  (): T =>
    texts[use(LanguageContext).language === 'sv' ? 'sv' : 'en']
