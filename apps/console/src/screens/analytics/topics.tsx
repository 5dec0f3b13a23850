import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useLanguage, useMessages } from '../../app/language.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { Select } from '../../components/select/select.tsx'
import styles from './analytics.module.css'
import { CsvButton } from './csv-button.tsx'
import { type TopicKind, topicKinds } from './period.ts'
import type { RowSearch } from './row-search.ts'
import { useAnalyticsTexts } from './texts.ts'

/** The drawing of a bar, in its own units. */
const width = 10
const height = 40

type Props = {
  period: { from: string; to: string }
  by: TopicKind
  onBy: (by: TopicKind) => void
}

/** What conversations are about, by day or week; every bar opens its rows. */
export function Topics({ period, by, onBy }: Props) {
  const texts = useAnalyticsTexts()
  const messages = useMessages()
  const { language } = useLanguage()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['analytics', 'topics', period, by],
    queryFn: ({ signal }) => client.get('/api/analytics/topics', { signal, query: { ...period, by } }),
    placeholderData: keepPreviousData,
  })
  const day = (at: string) =>
    new Date(at).toLocaleDateString(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const number = (n: number) => n.toLocaleString(language)
  const rowsOf = (key: string, part: { from: string; to: string }): RowSearch =>
    data?.by === 'source'
      ? { metric: 'questions', ...part, sourceId: key }
      : { metric: 'conversations', ...part, tag: key }
  const highest = Math.max(1, ...(data?.topics.flatMap(({ counts }) => counts) ?? []))
  return (
    <section className={styles.wide} aria-label={texts.topics.title} aria-busy={isFetching}>
      <header className={styles.wideHead}>
        <h2>{texts.topics.title}</h2>
        <Select
          aria-label={texts.topics.label}
          value={by}
          choices={topicKinds.map((each) => [each, texts.topics.by[each]])}
          onChange={onBy}
        />
        {data && data.topics.length > 0 && (
          <CsvButton
            file={`topics-by-${data.by}`}
            of={texts.topics.title}
            fields={['key', 'title', 'count', ...data.periods.map(({ from }) => from.slice(0, 10))]}
            records={() =>
              data.topics.map(({ key, title, count, counts }) => ({
                ...{ key, title, count },
                ...Object.fromEntries(data.periods.map(({ from }, i) => [from.slice(0, 10), counts[i]])),
              }))
            }
          />
        )}
      </header>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">{messages.loading}</p>}
      {data?.topics.length === 0 && <p className={styles.note}>{texts.nothing}</p>}
      {data && data.topics.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        <section className={styles.topics} aria-label={texts.topics.label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.topics.topic}</th>
                {data.periods.map(({ from }, i) => (
                  <th key={from} scope="col">
                    {i % Math.ceil(data.periods.length / 8) === 0 ? (
                      <span>{day(from)}</span>
                    ) : (
                      <span className="visually-hidden">{day(from)}</span>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.topics.map(({ key, title, count, counts }) => (
                <tr key={key}>
                  <th scope="row" dir="auto">
                    <Link to="/analytics/rows" search={rowsOf(key, period)}>
                      {title || texts.topics.gone}
                    </Link>{' '}
                    <span className={styles.note}>{number(count)}</span>
                  </th>
                  {counts.map((value, i) => {
                    const part = data.periods[i]!
                    return (
                      <td key={part.from}>
                        {value > 0 && (
                          <Link
                            to="/analytics/rows"
                            search={rowsOf(key, part)}
                            className={styles.column}
                            aria-label={`${day(part.from)}: ${number(value)}`}
                            title={`${day(part.from)}: ${number(value)}`}
                          >
                            <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
                              <rect
                                className={styles.bar}
                                y={height - (value / highest) * height}
                                width={width}
                                height={(value / highest) * height}
                              />
                            </svg>
                          </Link>
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
