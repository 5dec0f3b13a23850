import type { Schemas } from '@frontdesk/client'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useAgentNames } from '../../app/agents.ts'
import { Button } from '../../components/button/button.tsx'
import { Form } from '../../components/form/form.tsx'
import { RelativeTime } from '../../components/relative-time/relative-time.tsx'
import styles from './analytics.module.css'
import { useAnalyticsTexts } from './texts.ts'

type Props = {
  suggestion: Schemas['Suggestion']
  mayChange: boolean
  onAccept: (body: Schemas['AcceptSuggestionRequest']) => void
  onDismiss: () => void
  /** Reads the whole of a draft of which only a part is shown. */
  onShowAll: () => void
}

/** A gap: its questions, and the text that would close it, to be edited before it becomes a source. */
export function SuggestionCard({ suggestion, mayChange, onAccept, onDismiss, onShowAll }: Props) {
  const texts = useAnalyticsTexts()
  const id = useId()
  const names = useAgentNames()
  const { draft, questions, check, status, proposal } = suggestion
  const [title, setTitle] = useState(draft.title)
  // Without an answer of a person, the draft only lists the questions: nothing that could be published.
  const [text, setText] = useState(draft.isAnswered ? draft.text : '')
  const canChange = mayChange && (status === 'open' || status === 'dismissed')
  return (
    <article className={styles.card} aria-labelledby={id}>
      <h2 id={id} dir="auto">
        {suggestion.title}
      </h2>
      <p className={styles.note}>
        {texts.asked(suggestion.count)} · <RelativeTime at={suggestion.lastAskedAt} />
      </p>
      {proposal && (
        <p>
          {texts.proposedBy(names.get(proposal.by.id ?? '') ?? texts.formerAgent)} · <RelativeTime at={proposal.at} /> ·{' '}
          <Link to="/inbox/$view" params={{ view: 'all' }} search={{ c: proposal.conversationId }}>
            {texts.proposedFrom}
          </Link>
        </p>
      )}
      {proposal?.sourceId !== undefined && (
        <p>
          {texts.changes}{' '}
          <Link to="/knowledge/$source" params={{ source: proposal.sourceId }}>
            {texts.openSource}
          </Link>
        </p>
      )}
      {check && (
        <p role="status">
          {check.state === 'running'
            ? texts.checking(check.passed, check.asked)
            : texts.checked(check.passed, check.asked)}
          {check.error && ` ${check.error.message}`}
        </p>
      )}
      <details>
        <summary>{texts.questions(questions.length)}</summary>
        <ul>
          {questions.map((question) => (
            <li key={question.messageId}>
              <Link to="/inbox/$view" params={{ view: 'all' }} search={{ c: question.conversationId }} dir="auto">
                {question.text}
              </Link>
            </li>
          ))}
        </ul>
      </details>
      {canChange && draft.isCut && <Button onClick={onShowAll}>{texts.showAll}</Button>}
      {canChange && !draft.isCut && (
        <Form
          className={styles.draft}
          onSubmit={() => onAccept({ title, text, ...(proposal && { proposedAt: proposal.at }) })}
        >
          {proposal?.sourceId === undefined && (
            <label>
              {texts.draftTitle}
              <input dir="auto" required value={title} onChange={(event) => setTitle(event.target.value)} />
            </label>
          )}
          <label>
            {texts.draftText}
            <textarea dir="auto" required rows={5} value={text} onChange={(event) => setText(event.target.value)} />
          </label>
          <p className={styles.note}>
            {proposal ? texts.fromProposal : draft.isAnswered ? texts.fromReplies : texts.noReplies}
          </p>
          <span>
            <Button type="submit" look="primary">
              {texts.accept}
            </Button>{' '}
            {status === 'open' && <Button onClick={onDismiss}>{texts.dismiss}</Button>}
          </span>
        </Form>
      )}
    </article>
  )
}
