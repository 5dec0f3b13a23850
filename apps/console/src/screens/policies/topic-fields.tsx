import { Button } from '../../components/button/button.tsx'
import { type Fault, Field } from '../../components/field/field.tsx'
import styles from './policies.module.css'
import { newTopic, type TopicDraft } from './policy-draft.ts'
import { useTexts } from './texts.ts'

type Props = {
  topics: readonly TopicDraft[]
  faultsAt: (path: string) => Fault[]
  onChange: (topics: TopicDraft[]) => void
}

/** The topics of a Topic Filter. */
export function TopicFields({ topics, faultsAt, onChange }: Props) {
  const texts = useTexts()
  const set = (key: string, change: Partial<TopicDraft>) =>
    onChange(topics.map((topic) => (topic.key === key ? { ...topic, ...change } : topic)))
  return (
    <>
      {topics.map(({ key, name, phrases, examples }, i) => (
        <fieldset key={key} className={styles.topic}>
          <legend>{texts.topic}</legend>
          <Field label={texts.topicName} faults={faultsAt(`config.topics.${i}.name`)}>
            {(field) => (
              <input
                {...field}
                dir="auto"
                required
                maxLength={100}
                value={name}
                onChange={(event) => set(key, { name: event.target.value })}
              />
            )}
          </Field>
          <Field label={texts.phrases} hint={texts.phrasesHint} faults={faultsAt(`config.topics.${i}.phrases`)}>
            {(field) => (
              <textarea
                {...field}
                dir="auto"
                rows={4}
                value={phrases}
                onChange={(event) => set(key, { phrases: event.target.value })}
              />
            )}
          </Field>
          <Field label={texts.examples} hint={texts.examplesHint} faults={faultsAt(`config.topics.${i}.examples`)}>
            {(field) => (
              <textarea
                {...field}
                dir="auto"
                rows={2}
                value={examples}
                onChange={(event) => set(key, { examples: event.target.value })}
              />
            )}
          </Field>
          {topics.length > 1 && (
            <Button
              look="quiet"
              aria-label={texts.removeTopic(name)}
              onClick={() => onChange(topics.filter((topic) => topic.key !== key))}
            >
              {texts.remove}
            </Button>
          )}
        </fieldset>
      ))}
      <span>
        <Button onClick={() => onChange([...topics, newTopic()])}>{texts.addTopic}</Button>
      </span>
    </>
  )
}
