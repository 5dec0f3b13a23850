import type { Schemas } from '@frontdesk/client'
import { useMessages } from '../../app/language.tsx'
import { textOfFailure } from '../../app/problem.ts'
import { Button } from '../../components/button/button.tsx'
import type { Scenario } from './suites-query.ts'
import styles from './testing.module.css'
import { type Texts, useTexts } from './texts.ts'

const marks = { passed: '✓', failed: '✕', pending: '◌' } as const

type Props = {
  scenario: Scenario
  report?: Schemas['ScenarioReport'] | undefined
  onEdit?: () => void
  onDelete?: () => void
}

/** A scenario with what came of it: open where something failed. */
export function ScenarioResult({ scenario, report, onEdit, onDelete }: Props) {
  const texts = useTexts()
  const verdict = report?.verdict
  return (
    <details className={styles.scenario} open={verdict === 'failed'}>
      <summary>
        {verdict && (
          <span className={styles.verdict} data-verdict={verdict}>
            <span aria-hidden="true">{marks[verdict]}</span>{' '}
            <span className="visually-hidden">{texts.verdict[verdict]}</span>
          </span>
        )}
        <strong dir="auto">{scenario.name}</strong>
      </summary>
      {report?.configurations.map(({ name, turns }) => (
        <div key={name}>
          {report.configurations.length > 1 && <h3 dir="auto">{name}</h3>}
          {turns.map((turn, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns of a report are only added
            <Turn key={i} turn={turn} texts={texts} />
          ))}
        </div>
      ))}
      {!report &&
        scenario.turns.map(({ message }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no other name
          <p key={i} dir="auto" className={styles.asked}>
            {message}
          </p>
        ))}
      {(onEdit || onDelete) && (
        <span className={styles.buttons}>
          {onEdit && (
            <Button aria-label={texts.editScenario(scenario.name)} onClick={onEdit}>
              {texts.edit}
            </Button>
          )}
          {onDelete && (
            <Button look="quiet" aria-label={texts.deleteScenario(scenario.name)} onClick={onDelete}>
              {texts.delete}
            </Button>
          )}
        </span>
      )}
    </details>
  )
}

function Turn({ turn, texts }: { turn: Schemas['TurnReport']; texts: Texts }) {
  const messages = useMessages()
  const names: Record<string, string> = texts.expectation
  return (
    <div className={styles.turnResult}>
      <p dir="auto" className={styles.asked}>
        {turn.message}
      </p>
      <p>
        <strong>{messages.thread.outcome[turn.outcome]}</strong>{' '}
        {turn.outcome === 'answered' && messages.thread.sure(Math.round(turn.confidence * 100))}{' '}
        {turn.error && <span className={styles.failed}>{textOfFailure(turn.error, messages)}</span>}
      </p>
      {turn.content !== '' && <blockquote dir="auto">{turn.content}</blockquote>}
      {turn.expectations.length === 0 && <p className={styles.hint}>{texts.noExpectations}</p>}
      <ul className={styles.expectations}>
        {turn.expectations.map(({ expectation, expected, came, passed }) => (
          <li key={`${expectation}.${expected}`} data-verdict={passed ? 'passed' : 'failed'}>
            <span aria-hidden="true">{passed ? marks.passed : marks.failed}</span>{' '}
            <span className="visually-hidden">{passed ? texts.verdict.passed : texts.verdict.failed}: </span>
            {names[expectation] ?? expectation}: <span dir="auto">{expected}</span>
            {!passed && (
              <span className={styles.hint} dir="auto">
                {texts.came}: {came}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
