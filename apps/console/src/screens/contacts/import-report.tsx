import type { Schemas } from '@frontdesk/client'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useLanguage } from '../../app/language.tsx'
import { isGone, textOfFailure } from '../../app/problem.ts'
import { Button } from '../../components/button/button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { OpeningProblem } from '../../components/problem-notice/opening-problem.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './contacts.module.css'
import { useContactTexts } from './texts.ts'

type Import = Schemas['ContactImport']
const pollMs = 700
const rowsShown = 50
const verdicts = ['created', 'updated', 'duplicate', 'rejected'] as const

/** An import, read again while it or its undo runs. */
export const useImport = (importId: string | undefined) =>
  useQuery({
    queryKey: ['imports', importId],
    queryFn: ({ signal }) => client.get('/api/contacts/imports/{importId}', { signal, path: { importId: importId! } }),
    enabled: importId !== undefined,
    refetchInterval: ({ state }) =>
      isGone(state.error) || (state.data?.state === 'finished' && state.data.undo !== 'running') ? false : pollMs,
  })

/** What became of the rows, or would: how many of each verdict, and the rows behind a number. */
export function ImportReport({ job }: { job: UseQueryResult<Import> }) {
  const { language, messages } = useLanguage()
  const texts = useContactTexts()
  const [verdict, setVerdict] = useState<(typeof verdicts)[number]>()
  const importId = job.data?.id
  const isFinished = job.data?.state === 'finished'
  const rows = useQuery({
    queryKey: ['imports', importId, 'rows', verdict],
    queryFn: ({ signal }) =>
      client.get('/api/contacts/imports/{importId}/rows', {
        signal,
        path: { importId: importId! },
        query: { limit: rowsShown, ...(verdict && { verdict }) },
      }),
    enabled: importId !== undefined && isFinished && verdict !== undefined,
  })
  if (job.error)
    return <OpeningProblem error={job.error} wasThere={job.data !== undefined} onRetry={() => void job.refetch()} />
  if (!job.data) return null
  const { dryRun, total, done, failed, error } = job.data
  const number = (n: number) => n.toLocaleString(language)
  return (
    <div className={styles.report}>
      {isFinished ? (
        <p role="status">{dryRun ? texts.dryRunDone : texts.importDone}</p>
      ) : (
        <label>
          {texts.working} <progress max={Math.max(total, 1)} value={done + failed} />
        </label>
      )}
      {error && <p role="alert">{textOfFailure(error, messages)}</p>}
      <div className={styles.verdicts}>
        {verdicts.map((each) => (
          <Button
            key={each}
            aria-pressed={verdict === each}
            disabled={!isFinished || job.data.verdicts[each] === 0}
            onClick={() => setVerdict(verdict === each ? undefined : each)}
          >
            {texts.verdicts[each]} {number(job.data.verdicts[each])}
          </Button>
        ))}
      </div>
      {verdict && rows.error && <ProblemNotice error={rows.error} onRetry={() => void rows.refetch()} />}
      {verdict && rows.data && (
        <DataTable label={texts.rows} columns={[texts.row, texts.why]}>
          {rows.data.items.map((row) => (
            <tr key={row.row}>
              <th scope="row">{number(row.row)}</th>
              <td>
                {[...(row.reasons ?? []), ...(row.notes ?? [])].join(' ')}
                {row.duplicateOf?.row !== undefined && texts.sameAsRow(number(row.duplicateOf.row))}
                {row.duplicateOf?.contactId !== undefined && (
                  <Link to="/contacts/$contact" params={{ contact: row.duplicateOf.contactId }}>
                    {texts.sameAsContact}
                  </Link>
                )}
                {!row.duplicateOf && row.contactId && !dryRun && (
                  <Link to="/contacts/$contact" params={{ contact: row.contactId }}>
                    {texts.openContact}
                  </Link>
                )}
                {row.undone && ` ${texts.undone[row.undone]}`}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {isFinished && job.data.verdicts.rejected > 0 && (
        <a className={styles.link} href={`/api/contacts/imports/${importId}/rejected`} download="rejected.csv">
          {texts.downloadRejected}
        </a>
      )}
    </div>
  )
}
