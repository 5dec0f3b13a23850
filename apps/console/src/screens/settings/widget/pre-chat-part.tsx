import { languages } from '@frontdesk/widget/texts'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../../../app/language.tsx'
import { useAttempt } from '../../../app/use-attempt.ts'
import { Button } from '../../../components/button/button.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import type { FieldOf } from '../fields/field-of.ts'
import { NewRecord } from '../fields/new-record.tsx'
import { useTexts } from '../texts.ts'
import { LanguageSelect, languageIn } from './language-select.tsx'
import { nameOfField, usualFields } from './pre-chat-fields.ts'
import { useWidgetTexts } from './texts.ts'
import type { OpenWidget } from './use-widget.ts'
import styles from './widget.module.css'
import type { Widget } from './widget-change.ts'
import { inGroup, type WidgetField, WidgetFields } from './widget-fields.tsx'

type Asked = Widget['preChat']['fields'][number]
/** A field while it is made: a usual one, or one with labels of its own. */
type Draft = { usual: string; kind: Asked['kind']; labels: Record<string, string>; required: boolean }
const blank: Draft = { usual: 'email', kind: 'text', labels: {}, required: false }

/** What visitors are asked of themselves, and when. */
export function PreChatPart({ open }: { open: OpenWidget }) {
  const { language: ofReader } = useLanguage()
  const shared = useTexts()
  const texts = useWidgetTexts()
  const { lang } = useSearch({ from: '/frame/settings/$section' })
  const language = languageIn(lang ?? ofReader)
  const [isMaking, setMaking] = useState(false)
  const { attempt, problem } = useAttempt()
  const { fields } = open.widget.preChat
  const labelOf = ({ name, label }: Asked): string =>
    label?.[ofReader] ?? Object.values(label ?? {})[0] ?? texts.usualFields[name as keyof typeof usualFields] ?? name
  const languageNames = new Intl.DisplayNames(ofReader, { type: 'language' })

  const change = (to: (fields: Asked[]) => Asked[]) =>
    attempt(() => open.save(({ preChat }) => ({ preChat: { fields: to(preChat.fields) } })))
  const when = inGroup('preChat', [
    { kind: 'choice', name: 'when', label: texts.preChatWhen, choices: Object.entries(texts.whens) },
  ])
  const consent: WidgetField = {
    kind: 'long',
    rows: 2,
    name: `preChat.consent.${language}`,
    label: texts.consent,
    hint: texts.consentHint,
    read: ({ preChat }) => preChat.consent?.[language] ?? '',
    write: (text, { preChat }) => {
      const { [language]: _, ...others } = preChat.consent ?? {}
      const next = { ...others, ...(text.trim() !== '' && { [language]: text.trim() }) }
      return { preChat: { consent: Object.keys(next).length > 0 ? next : null } }
    },
  }
  const draftFields = ({ usual }: Draft): FieldOf<Draft, Partial<Draft>>[] => [
    {
      kind: 'choice',
      name: 'usual',
      label: texts.askFor,
      choices: [...Object.entries(texts.usualFields), ['', texts.somethingElse]],
    },
    ...(usual === ''
      ? [
          ...languages.map(
            (code): FieldOf<Draft, Partial<Draft>> => ({
              kind: 'text',
              name: `label.${code}`,
              label: texts.labelIn(languageNames.of(code) ?? code),
              isRequired: code === language,
              read: ({ labels }) => labels[code] ?? '',
              write: (label, { labels }) => ({ labels: { ...labels, [code]: label } }),
            }),
          ),
          {
            kind: 'choice',
            name: 'kind',
            label: texts.kind,
            choices: Object.entries(texts.kinds),
          } satisfies FieldOf<Draft, Partial<Draft>>,
        ]
      : []),
    { kind: 'switch', name: 'required', label: texts.required },
  ]
  const create = ({ usual, kind, labels, required }: Draft) => {
    const label = Object.fromEntries(Object.entries(labels).filter(([, text]) => text.trim() !== ''))
    return open.save(({ preChat }) => {
      const taken = preChat.fields.map(({ name }) => name)
      const added = Object.hasOwn(usualFields, usual)
        ? { name: usual, kind: usualFields[usual as keyof typeof usualFields], required }
        : { name: nameOfField(label[language] ?? '', taken), kind, label, required }
      return { preChat: { fields: [...preChat.fields.filter(({ name }) => name !== added.name), added] } }
    })
  }
  return (
    <>
      <h3>{texts.preChat}</h3>
      <p>{texts.preChatText}</p>
      <WidgetFields open={open} fields={when} />
      <ProblemNotice error={problem} />
      {fields.length > 0 && (
        <ol className={styles.asked} aria-label={texts.preChat}>
          {fields.map((field, i) => (
            <li key={field.name}>
              <div dir="auto">
                {labelOf(field)}
                <span>
                  {texts.kinds[field.kind]}
                  {field.required && ` · ${texts.required}`}
                </span>
              </div>
              {i > 0 && (
                <Button
                  look="quiet"
                  aria-label={texts.upOf(labelOf(field))}
                  onClick={() => change((all) => [...all.slice(0, i - 1), all[i]!, all[i - 1]!, ...all.slice(i + 1)])}
                >
                  {texts.up}
                </Button>
              )}
              <Button
                look="quiet"
                aria-label={texts.removeOf(labelOf(field))}
                onClick={() => change((all) => all.filter(({ name }) => name !== field.name))}
              >
                {shared.remove}
              </Button>
            </li>
          ))}
        </ol>
      )}
      <Button onClick={() => setMaking(true)}>{texts.addField}</Button>
      <h3>{texts.consentTitle}</h3>
      <LanguageSelect language={language} />
      <WidgetFields key={language} open={open} fields={[consent]} />
      {isMaking && (
        <NewRecord
          title={texts.addField}
          blank={blank}
          fields={draftFields}
          create={create}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  )
}
