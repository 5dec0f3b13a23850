import { Button } from '../../components/button/button.tsx'
import { type Fault, faultsAt, LongTextField, TextField } from '../../components/field/field.tsx'
import styles from './policies.module.css'
import { newTopic, type TopicDraft } from './policy-draft.ts'
import { useTexts } from './texts.ts'

type Props = {
  topics: readonly TopicDraft[]
  /** What is wrong with any of them. */
  faults: readonly Fault[]
  onChange: (topics: TopicDraft[]) => void
}

/** The topics of a Topic Filter. */
export function TopicFields({ topics, faults, onChange }: Props) {
  const texts = useTexts()
  const set = (key: string, change: Partial<TopicDraft>) =>
    onChange(topics.map((topic) => (topic.key === key ? { ...topic, ...change } : topic)))
  return (
    <>
      {topics.map(({ key, name, phrases, examples }, i) => (
        <fieldset key={key} className={styles.topic}>
          <legend>{texts.topic}</legend>
          <TextField
            label={texts.topicName}
            faults={faultsAt(faults, `config.topics.${i}.name`)}
            required
            maxLength={100}
            value={name}
            onChange={(typed) => set(key, { name: typed })}
          />
          <LongTextField
            label={texts.phrases}
            hint={texts.phrasesHint}
            faults={faultsAt(faults, `config.topics.${i}.phrases`)}
            rows={4}
            value={phrases}
            onChange={(typed) => set(key, { phrases: typed })}
          />
          <LongTextField
            label={texts.examples}
            hint={texts.examplesHint}
            faults={faultsAt(faults, `config.topics.${i}.examples`)}
            rows={2}
            value={examples}
            onChange={(typed) => set(key, { examples: typed })}
          />
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
