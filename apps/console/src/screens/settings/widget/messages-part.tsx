import { languages } from '@frontdesk/widget/texts'
import { useState } from 'react'
import { useLanguage } from '../../../app/language.tsx'
import { useAttempt } from '../../../app/use-attempt.ts'
import { Button } from '../../../components/button/button.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import type { FieldOf } from '../fields/field-of.ts'
import { NewRecord } from '../fields/new-record.tsx'
import { useTexts } from '../texts.ts'
import { languageIn } from './language-select.tsx'
import {
  blankMessage,
  draftOf,
  type MessageDraft,
  messageOf,
  type ProactiveMessage,
  withMessage,
} from './message-draft.ts'
import { useWidgetTexts } from './texts.ts'
import type { PartProps } from './use-widget.ts'
import styles from './widget.module.css'

type DraftField = FieldOf<MessageDraft, Partial<MessageDraft>>
/** What is being written: a new message, or a change of one. */
type Writing = { changed?: ProactiveMessage }

/** Messages that the site says by itself beside the launcher. */
export function MessagesPart({ open }: PartProps) {
  const { language: ofReader } = useLanguage()
  const shared = useTexts()
  const texts = useWidgetTexts()
  const [writing, setWriting] = useState<Writing>()
  const { attempt, problem } = useAttempt()
  const { proactive } = open.widget
  const first = languageIn(ofReader)
  const languageNames = new Intl.DisplayNames(ofReader, { type: 'language' })

  const fields: DraftField[] = [
    { kind: 'text', name: 'name', label: texts.messageName, hint: texts.messageNameHint, isRequired: true },
    ...[first, ...languages.filter((code) => code !== first)].map(
      (code): DraftField => ({
        kind: 'long',
        rows: 2,
        name: `message.${code}`,
        isRequired: code === first,
        label: texts.messageIn(languageNames.of(code) ?? code),
        read: ({ message }) => message[code] ?? '',
        write: (text, { message }) => ({ message: { ...message, [code]: text } }),
      }),
    ),
    { kind: 'text', name: 'path', label: texts.onPath, hint: texts.onPathHint },
    {
      kind: 'number',
      name: 'seconds',
      label: texts.afterSeconds,
      min: 0,
      max: 3_600,
      step: 1,
      read: ({ seconds }) => seconds,
      write: (seconds) => ({ seconds }),
    },
    { kind: 'choice', name: 'visitors', label: texts.toVisitors, choices: Object.entries(texts.visitorKinds) },
    { kind: 'choice', name: 'hours', label: texts.inHours, choices: Object.entries(texts.hoursKinds) },
    { kind: 'choice', name: 'oncePer', label: texts.oncePer, choices: Object.entries(texts.onceKinds) },
  ]
  const remove = (name: string) =>
    attempt(() => open.save((widget) => ({ proactive: widget.proactive.filter((each) => each.name !== name) })))
  const save = (draft: MessageDraft) =>
    open.save(({ proactive }) => ({ proactive: withMessage(proactive, messageOf(draft), writing?.changed?.name) }))
  const summary = ({ when, oncePer, message }: ProactiveMessage) =>
    [
      message[ofReader] ?? Object.values(message)[0],
      when.path,
      when.hours && texts.hoursKinds[when.hours],
      texts.onceKinds[oncePer],
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <>
      <h3>{texts.messages}</h3>
      <p>{texts.messagesText}</p>
      <p>{texts.messagesLine}</p>
      <ProblemNotice error={problem} />
      {proactive.length > 0 && (
        <ol className={styles.asked} aria-label={texts.messages}>
          {proactive.map((message) => (
            <li key={message.name}>
              <div dir="auto">
                {message.name}
                <span>{summary(message)}</span>
              </div>
              <Button
                look="quiet"
                aria-label={texts.changeOf(message.name)}
                onClick={() => setWriting({ changed: message })}
              >
                {texts.change}
              </Button>
              <Button look="quiet" aria-label={texts.removeOf(message.name)} onClick={() => remove(message.name)}>
                {shared.remove}
              </Button>
            </li>
          ))}
        </ol>
      )}
      <Button onClick={() => setWriting({})}>{texts.addMessage}</Button>
      {writing && (
        <NewRecord
          title={writing.changed ? texts.changeMessage : texts.addMessage}
          blank={writing.changed ? draftOf(writing.changed) : blankMessage}
          fields={() => fields}
          create={save}
          {...(writing.changed && { confirm: texts.save })}
          onClose={() => setWriting(undefined)}
        />
      )}
    </>
  )
}
