import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useLanguage } from '../../../app/language.tsx'
import { DataTable, numberCell } from '../../../components/data-table/data-table.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { Select } from '../../../components/select/select.tsx'
import { useUsageTexts } from './texts.ts'

const counted = [
  'questions',
  'promptTokens',
  'completionTokens',
  'copilotPromptTokens',
  'copilotCompletionTokens',
  'pages',
  'deliveries',
  'channelMessages',
  'channelReplies',
] as const
const monthsShown = 12

/** The first day of a month that lies so many back, in UTC as days are counted. */
const monthStart = (back: number): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
}
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** What was used in a month, in all and day by day. */
export function Usage() {
  const { language } = useLanguage()
  const texts = useUsageTexts()
  const [back, setBack] = useState(0)
  const from = dayOf(monthStart(back))
  const to = dayOf(new Date(monthStart(back - 1).getTime() - 1))
  const usage = useQuery({
    queryKey: ['settings', 'usage', from],
    queryFn: ({ signal }) => client.get('/api/usage', { signal, query: { from, to } }),
    placeholderData: keepPreviousData,
  })
  const number = (n: number) => n.toLocaleString(language)
  return (
    <>
      <label>
        {texts.month}{' '}
        <Select
          value={String(back)}
          choices={Array.from({ length: monthsShown }, (_, i) => [
            String(i),
            monthStart(i).toLocaleDateString(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
          ])}
          onChange={(chosen) => setBack(Number(chosen))}
        />
      </label>
      {usage.error && <ProblemNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data && (
        <>
          <h2>{texts.total}</h2>
          <DataTable
            label={texts.total}
            columns={[texts.what, { name: texts.count, isNumber: true }]}
            isBusy={usage.isFetching}
          >
            {counted.map((name) => (
              <tr key={name}>
                <th scope="row">{texts.names[name]}</th>
                <td className={numberCell}>{number(usage.data[name])}</td>
              </tr>
            ))}
          </DataTable>
          {usage.data.days.length > 0 && (
            <>
              <h2>{texts.days}</h2>
              <DataTable
                label={texts.days}
                columns={[texts.day, ...counted.map((name) => ({ name: texts.names[name], isNumber: true }))]}
              >
                {usage.data.days.map((day) => (
                  <tr key={day.day}>
                    <th scope="row">
                      {new Date(day.day).toLocaleDateString(language, {
                        day: 'numeric',
                        month: 'short',
                        timeZone: 'UTC',
                      })}
                    </th>
                    {counted.map((name) => (
                      <td key={name} className={numberCell}>
                        {number(day[name])}
                      </td>
                    ))}
                  </tr>
                ))}
              </DataTable>
            </>
          )}
        </>
      )}
    </>
  )
}
