import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import { useRecords } from '../fields/use-records.ts'
import styles from '../settings.module.css'
import { useProfileTexts } from './texts.ts'

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
const shownBrowser: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' }
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const

/** The browser and the system that a user agent string names: enough to recognise one’s own. */
function deviceOf(userAgent: string): string {
  const browser = browsers.find((name) => userAgent.includes(name))
  const system = systems.find((name) => userAgent.includes(name))
  return [browser && (shownBrowser[browser] ?? browser), system].filter(Boolean).join(', ')
}

/** Where the reader is signed in, to end what should not be. */
export function Sessions() {
  const texts = useProfileTexts()
  const sessions = useRecords('sessions', (options) => client.get('/api/sessions', options))
  const [problem, setProblem] = useState<unknown>()
  const end = (sessionId: string) =>
    client.delete('/api/sessions/{sessionId}', { path: { sessionId } }).then(sessions.readAgain, setProblem)
  return (
    <>
      <h2>{texts.sessions}</h2>
      <p className={styles.note}>{texts.sessionsText}</p>
      <ProblemNotice error={sessions.error ?? problem} onRetry={sessions.readAgain} />
      {sessions.items && (
        <DataTable label={texts.sessions} columns={[texts.device, texts.address, texts.lastUsed, '']}>
          {sessions.items.map((session) => {
            const device = deviceOf(session.userAgent) || texts.unknownDevice
            return (
              <tr key={session.id}>
                <th scope="row" title={session.userAgent}>
                  {device}
                </th>
                <td>{session.ip}</td>
                <td>
                  <RelativeTime at={session.lastUsedAt} />
                </td>
                <td>
                  {session.current ? (
                    texts.thisOne
                  ) : (
                    <Button look="quiet" aria-label={texts.endOf(device)} onClick={() => void end(session.id)}>
                      {texts.end}
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </DataTable>
      )}
    </>
  )
}
