import { type Language, languages } from '@frontdesk/widget/texts'
import { useNavigate } from '@tanstack/react-router'
import { useLanguage } from '../../../app/language.tsx'
import { Select } from '../../../components/select/select.tsx'
import { useWidgetTexts } from './texts.ts'

/** A language that the widget speaks: this one, or English. */
export const languageIn = (tag: string): Language => languages.find((each) => each === tag) ?? 'en'

/** The language whose texts are shown; it stands in the address. */
export function LanguageSelect({ language }: { language: Language }) {
  const { language: ofReader } = useLanguage()
  const texts = useWidgetTexts()
  const navigate = useNavigate()
  const names = new Intl.DisplayNames(ofReader, { type: 'language' })
  return (
    <label>
      {texts.language}{' '}
      <Select
        value={language}
        choices={languages.map((code) => [code, names.of(code) ?? code])}
        onChange={(lang) => void navigate({ to: '.', search: (before) => ({ ...before, lang }), replace: true })}
      />
    </label>
  )
}
