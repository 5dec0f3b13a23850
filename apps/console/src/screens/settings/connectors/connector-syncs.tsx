import { useQuery } from '@tanstack/react-query'
import { client } from '../../../app/client.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import styles from '../fields/fields.module.css'
import { useConnectorTexts } from './texts.ts'

const shown = 5
const pollMs = 2_000

/** The last syncs of a connector; while one runs, as far as it got. */
export function ConnectorSyncs({ connectorId }: { connectorId: string }) {
  const texts = useConnectorTexts()
  const syncs = useQuery({
    queryKey: ['settings', 'connectors', connectorId, 'syncs'],
    queryFn: ({ signal }) =>
      client.get('/api/connectors/{connectorId}/syncs', { signal, path: { connectorId }, query: { limit: shown } }),
    refetchInterval: ({ state }) => (state.data?.items.some((sync) => sync.state === 'running') ? pollMs : false),
  })
  if (syncs.error) return <ProblemNotice error={syncs.error} onRetry={() => void syncs.refetch()} />
  if (!syncs.data || syncs.data.items.length === 0) return null
  return (
    <DataTable label={texts.syncs} columns={[texts.syncs, texts.result]} isBusy={syncs.isFetching}>
      {syncs.data.items.map((sync) => (
        <tr key={sync.id}>
          <td>
            <RelativeTime at={sync.createdAt} />
          </td>
          <td>
            {sync.state === 'running' ? texts.running(sync.done, sync.total) : texts.finished(sync.done, sync.failed)}
            {sync.error && <span className={styles.detail}>{sync.error.message}</span>}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
