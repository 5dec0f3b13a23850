import { Link } from '@tanstack/react-router'
import { useLanguage } from '../../app/language.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import type { RehearsalResult, Verdict } from './rehearsal-queries.ts'
import styles from './rehearsals.module.css'
import { useTexts } from './texts.ts'

type Props = {
  rehearsalId: string
  results: readonly RehearsalResult[]
  verdict: Verdict | undefined
  isRunning: boolean
}

/** What the questions came to, a row each. */
export function ResultTable({ rehearsalId, results, verdict, isRunning }: Props) {
  const texts = useTexts()
  const { messages } = useLanguage()
  if (results.length === 0 && verdict)
    return (
      <p className={styles.hint}>
        {texts.noneOfThese}{' '}
        <Link to="/testing/rehearsals/$rehearsal" params={{ rehearsal: rehearsalId }}>
          {texts.showAll}
        </Link>
      </p>
    )
  if (results.length === 0) return null
  return (
    <DataTable
      label={texts.allQuestions}
      isBusy={isRunning}
      columns={[texts.question, texts.verdictHead, texts.now, texts.withChange, texts.differs]}
    >
      {results.map(({ position, question, verdict: own, before, after, changes }) => (
        <tr key={position}>
          <th scope="row" className={styles.question}>
            <Link
              to="/testing/rehearsals/$rehearsal"
              params={{ rehearsal: rehearsalId }}
              search={{ ...(verdict && { verdict }), result: position }}
              dir="auto"
            >
              {question}
            </Link>
          </th>
          <td>
            <strong className={styles.verdict} data-verdict={own}>
              {texts.verdict[own]}
            </strong>
          </td>
          {[before, after].map(({ outcome, confidence }, i) => (
            <td key={i === 0 ? 'now' : 'changed'} className={styles.outcome}>
              {messages.thread.outcome[outcome]}
              {outcome === 'answered' && (
                <span className={styles.hint}>{messages.thread.sure(Math.round(confidence * 100))}</span>
              )}
            </td>
          ))}
          <td>{changes.map((change) => texts.changes[change]).join(' · ') || texts.unchanged}</td>
        </tr>
      ))}
    </DataTable>
  )
}
