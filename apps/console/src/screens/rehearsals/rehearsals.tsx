import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMessages } from '../../app/language.tsx'
import { mayUse, useSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { DataTable, numberCell } from '../../components/data-table/data-table.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../components/relative-time/relative-time.tsx'
import { TestingPage } from '../simulation/testing-page.tsx'
import { RehearsalDetails } from './rehearsal.tsx'
import { type Rehearsal, rehearsalsQuery } from './rehearsal-queries.ts'
import styles from './rehearsals.module.css'
import { StartRehearsal } from './start-rehearsal.tsx'
import { type Texts, useTexts } from './texts.ts'

/** Every rehearsal that is kept, and the form that starts one. */
export function Rehearsals() {
  const texts = useTexts()
  const messages = useMessages()
  const navigate = useNavigate()
  const { start, source, version } = useSearch({ from: '/frame/testing/rehearsals' })
  const mayStart = mayUse(useSession(), 'policies')
  const { data: rehearsals = [], isPending, error, refetch } = useQuery(rehearsalsQuery)
  const isStarting = mayStart && (start !== undefined || source !== undefined)
  const open = (isOpen: boolean) =>
    void navigate({ to: '/testing/rehearsals', search: isOpen ? { start: 'true' } : {}, replace: true })
  const button = mayStart && !isStarting && (
    <Button look="primary" onClick={() => open(true)}>
      {texts.start}
    </Button>
  )
  const isEmpty = !isPending && !error && rehearsals.length === 0
  return (
    <TestingPage tab="rehearsals" hint={texts.hint}>
      {isStarting && (
        <StartRehearsal {...(source && { source: { id: source, version } })} onClose={() => open(false)} />
      )}
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <p aria-busy="true">{messages.loading}</p>}
      {isEmpty && !isStarting && <EmptyState text={texts.empty}>{button}</EmptyState>}
      {!isEmpty && button && <p>{button}</p>}
      {rehearsals.length > 0 && (
        <DataTable
          label={texts.back}
          columns={[
            texts.tried,
            texts.started,
            texts.progress,
            ...(['worse', 'better', 'changed', 'same'] as const).map((verdict) => ({
              name: texts.verdict[verdict],
              isNumber: true,
            })),
          ]}
        >
          {rehearsals.map((each) => (
            <Row key={each.id} rehearsal={each} />
          ))}
        </DataTable>
      )}
    </TestingPage>
  )
}

/** One rehearsal. */
export const RehearsalPage = () => (
  <TestingPage tab="rehearsals" hint={useTexts().hint}>
    <RehearsalDetails />
  </TestingPage>
)

/** What a rehearsal tries, in few words. */
export function triedIn({ tried }: Pick<Rehearsal, 'tried'>, texts: Texts): string {
  const { source, policies, settings } = tried
  return [
    ...(source ? [source.version === undefined ? texts.triedText : texts.triedVersion(source.version)] : []),
    ...(policies ? [texts.triedPolicies(policies.length)] : []),
    ...(settings ? [texts.triedSettings] : []),
  ].join(' · ')
}

function Row({ rehearsal }: { rehearsal: Rehearsal }) {
  const texts = useTexts()
  const { id, name, state, progress, verdicts, createdAt } = rehearsal
  return (
    <tr>
      <th scope="row">
        <Link to="/testing/rehearsals/$rehearsal" params={{ rehearsal: id }} dir="auto">
          {name ?? triedIn(rehearsal, texts)}
        </Link>
        {name !== undefined && <span className={styles.hint}>{triedIn(rehearsal, texts)}</span>}
      </th>
      <td>
        <RelativeTime at={createdAt} />
      </td>
      <td>
        {texts.state[state]}
        <span className={styles.hint}>{texts.running(progress.done, progress.total)}</span>
      </td>
      {(['worse', 'better', 'changed', 'same'] as const).map((verdict) => (
        <td key={verdict} className={`${numberCell} ${styles.count}`}>
          {verdicts[verdict] > 0 ? (
            <Link
              to="/testing/rehearsals/$rehearsal"
              params={{ rehearsal: id }}
              search={{ verdict }}
              aria-label={`${texts.verdict[verdict]}: ${verdicts[verdict]}`}
              data-verdict={verdict}
            >
              {verdicts[verdict]}
            </Link>
          ) : (
            0
          )}
        </td>
      ))}
    </tr>
  )
}
