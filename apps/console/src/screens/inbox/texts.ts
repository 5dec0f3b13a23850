import { screenTexts } from '../../app/language.tsx'
import { en } from './texts/en.ts'
import { sv } from './texts/sv.ts'

/** The texts of the inbox. */
export const useTexts = screenTexts({ en, sv })
