import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useLanguage } from '../../../app/language.tsx'
import { linesOf } from '../../../app/split-text.ts'
import { LanguageSelect, languageIn } from './language-select.tsx'
import { useWidgetTexts } from './texts.ts'
import type { PartProps } from './use-widget.ts'
import type { Widget } from './widget-change.ts'
import { type WidgetField, WidgetFields } from './widget-fields.tsx'
import { builtInTexts, WithPreview } from './widget-preview.tsx'

/** What most widgets have in their own words; `suggestions` has a line for each question. */
const main = ['title', 'subtitle', 'greeting', 'greetingMore', 'suggestions', 'placeholder', 'aiName', 'team'] as const
const maxSuggestions = 4

/** What visitors read, by language. An empty field says what it says without it. */
export function TextsPart({ open }: PartProps) {
  const { language: ofReader } = useLanguage()
  const texts = useWidgetTexts()
  const { lang } = useSearch({ from: '/frame/settings/$section' })
  const language = languageIn(lang ?? ofReader)
  const { data: builtIn } = useQuery(builtInTexts(language))
  const fieldOf = (name: string, label: string, usual: unknown): WidgetField => {
    const isList = name === 'suggestions'
    const ownText = (typed: string) => (isList ? linesOf(typed) : typed.trim())
    return {
      ...(isList ? { kind: 'long', rows: maxSuggestions } : { kind: 'text' }),
      name: `texts.${language}.${name}`,
      label,
      ...(isList
        ? { hint: texts.suggestionsHint }
        : typeof usual === 'string' && usual !== label && { hint: texts.usually(usual) }),
      read: (widget) => {
        const own = widget.texts[language]?.[name] ?? ''
        return Array.isArray(own) ? own.join('\n') : own
      },
      write: (typed: string, widget: Widget) => {
        const { [name]: _, ...others } = widget.texts[language] ?? {}
        const value = ownText(typed)
        return { texts: { ...widget.texts, [language]: { ...others, ...(value.length > 0 && { [name]: value }) } } }
      },
    }
  }
  const others = Object.entries(builtIn ?? {}).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[0] !== 'language' && !(main as readonly string[]).includes(entry[0]),
  )
  return (
    <WithPreview widget={open.preview} language={language}>
      <LanguageSelect language={language} />
      {builtIn && (
        <div key={language}>
          <WidgetFields open={open} fields={main.map((name) => fieldOf(name, texts.textNames[name], builtIn[name]))} />
          <details>
            <summary>{texts.otherTexts}</summary>
            <p>{texts.otherTextsText}</p>
            <WidgetFields open={open} fields={others.map(([name, usual]) => fieldOf(name, usual, usual))} />
          </details>
        </div>
      )}
    </WithPreview>
  )
}
