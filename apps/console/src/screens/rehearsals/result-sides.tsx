import type { Schemas } from '@frontdesk/client'
import { Link } from '@tanstack/react-router'
import { useLanguage } from '../../app/language.tsx'
import { textOfFailure } from '../../app/problem.ts'
import { exactTime } from '../../app/relative-time.ts'
import { changedParts } from '../../components/text-diff/parse-diff.ts'
import shared from '../simulation/testing.module.css'
import type { RehearsalResult, Verdict } from './rehearsal-queries.ts'
import styles from './rehearsals.module.css'
import { useTexts } from './texts.ts'

type Props = {
  rehearsalId: string
  /** Those that the filter leaves. */
  results: readonly RehearsalResult[]
  position: number
  verdict: Verdict | undefined
}

/** One question with both answers side by side, and the way to the next one. */
export function ResultSides({ rehearsalId, results, position, verdict }: Props) {
  const texts = useTexts()
  const { language } = useLanguage()
  const at = results.findIndex((each) => each.position === position)
  const result = results[at]
  const filter = verdict ? { verdict } : {}
  const leadTo = (other: RehearsalResult | undefined, name: string) =>
    other && (
      <Link
        to="/testing/rehearsals/$rehearsal"
        params={{ rehearsal: rehearsalId }}
        search={{ ...filter, result: other.position }}
        replace
      >
        {name}
      </Link>
    )
  return (
    <section aria-label={texts.question}>
      <nav className={styles.steps} aria-label={texts.question}>
        <Link to="/testing/rehearsals/$rehearsal" params={{ rehearsal: rehearsalId }} search={filter}>
          {texts.allQuestions}
        </Link>
        {result && leadTo(results[at - 1], texts.previous)}
        {result && leadTo(results[at + 1], texts.next)}
      </nav>
      {!result && (
        <p role="alert" className={styles.hint}>
          {texts.gone}
        </p>
      )}
      {result && (
        <>
          <p dir="auto" className={shared.asked}>
            {result.question}
          </p>
          <p className={styles.hint}>
            {exactTime(result.askedAt, language)} ·{' '}
            <Link to="/inbox/$view" params={{ view: 'all' }} search={{ c: result.conversationId }}>
              {texts.openConversation}
            </Link>
          </p>
          <p>
            <strong className={styles.verdict} data-verdict={result.verdict}>
              {texts.verdict[result.verdict]}
            </strong>{' '}
            {result.changes.map((change) => texts.changes[change]).join(' · ')}
          </p>
          <div className={shared.sides}>
            <Side name={texts.now} side={result.before} other={result.after} isBefore />
            <Side name={texts.withChange} side={result.after} other={result.before} />
          </div>
        </>
      )}
    </section>
  )
}

type SideProps = { name: string; side: Schemas['TurnResult']; other: Schemas['TurnResult']; isBefore?: boolean }

function Side({ name, side, other, isBefore = false }: SideProps) {
  const texts = useTexts()
  const { messages } = useLanguage()
  const reasons: Record<string, string> = messages.thread.reasons
  const { outcome, confidence, content, sources, policies, reason, error } = side
  return (
    <section className={styles.side} aria-label={name} data-outcome={outcome}>
      <header>
        <h3>{name}</h3>
        <strong>{messages.thread.outcome[outcome]}</strong>
        {outcome === 'answered' && <span>{messages.thread.sure(Math.round(confidence * 100))}</span>}
      </header>
      {error && <p className={shared.failed}>{textOfFailure(error, messages)}</p>}
      <Words text={content} other={other.content} isBefore={isBefore} />
      {reason !== null && <p className={styles.hint}>{reasons[reason] ?? reason}</p>}
      {outcome === 'answered' && (
        <p className={styles.hint}>
          {texts.sources}: {sources.length === 0 && texts.noSources}
          {sources.map(({ sourceId, title }, i) => (
            <span key={sourceId}>
              {i > 0 && ', '}
              <Link to="/knowledge/$source" params={{ source: sourceId }} dir="auto">
                {title || texts.deletedSource}
              </Link>
            </span>
          ))}
        </p>
      )}
      {policies.length > 0 && (
        <p className={styles.hint}>
          {texts.acted}: <span dir="auto">{policies.map((each) => each.name).join(', ')}</span>
        </p>
      )}
    </section>
  )
}

/** An answer, with what differs from the other one marked. */
function Words({ text, other, isBefore }: { text: string; other: string; isBefore: boolean }) {
  const texts = useTexts()
  if (text === other) return <p dir="auto">{text}</p>
  const parts = isBefore ? changedParts(text, other).before : changedParts(other, text).after
  const { start, end } = parts
  const Mark = isBefore ? 'del' : 'ins'
  return (
    <p dir="auto">
      {text.slice(0, start)}
      {end > start && (
        <Mark>
          <span className="visually-hidden">{isBefore ? texts.removedWords : texts.addedWords}: </span>
          {text.slice(start, end)}
        </Mark>
      )}
      {text.slice(end)}
    </p>
  )
}
