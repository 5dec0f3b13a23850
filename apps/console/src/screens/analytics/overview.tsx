import type { Schemas } from '@frontdesk/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useLanguage, useMessages } from '../../app/language.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { Select } from '../../components/select/select.tsx'
import styles from './analytics.module.css'
import { AnalyticsTabs } from './analytics-tabs.tsx'
import { Calibration } from './calibration.tsx'
import { type Bar, Chart } from './chart.tsx'
import { CsvButton } from './csv-button.tsx'
import { daysOf, type Grouping, groupings, isDay, type Period, periods, type TopicKind, usualPeriod } from './period.ts'
import type { RowSearch } from './row-search.ts'
import { shownDuration } from './shown-duration.ts'
import { useAnalyticsTexts } from './texts.ts'
import { Topics } from './topics.tsx'

type Group = Schemas['AnalyticsOverviewGroup']
type Metric = RowSearch['metric']

/** Beside the stream, which has no figures: these grow by the minute. */
const pollMs = 60_000
const bins = 10

/** What the table of groups has of each. */
const groupFields = [
  ...['conversations', 'messages', 'questions', 'answered', 'blocked', 'failed', 'escalated'],
  ...['resolvedConfirmed', 'resolvedAssumed', 'resolvedByAi', 'resolvedByPeople'],
  ...['firstResponseP50Ms', 'resolutionP50Ms', 'meanConfidence', 'meanRating'],
]
const recordOf = (group: Group): Record<string, unknown> => ({
  ...group,
  resolvedConfirmed: group.resolved.confirmed,
  resolvedAssumed: group.resolved.assumed,
  resolvedByAi: group.resolvedBy.ai,
  resolvedByPeople: group.resolvedBy.agent,
  firstResponseP50Ms: group.firstResponse.p50Ms,
  resolutionP50Ms: group.resolution.p50Ms,
  meanConfidence: group.confidence.mean,
  meanRating: group.rating.mean,
})

/** The figures of a period; every number and bar opens its rows. */
export function Overview() {
  const messages = useMessages()
  const { language } = useLanguage()
  const texts = useAnalyticsTexts()
  const navigate = useNavigate()
  const { days = usualPeriod, by = 'day', topics = 'tag' } = useSearch({ from: '/frame/analytics' })
  const period = daysOf(days, Date.now())
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['analytics', 'overview', period, by],
    queryFn: ({ signal }) => client.get('/api/analytics/overview', { signal, query: { ...period, by } }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })
  const number = (n: number) => n.toLocaleString(language)
  const percent = (part: number, whole: number) =>
    whole === 0 ? '–' : (part / whole).toLocaleString(language, { style: 'percent' })
  const rows = (metric: Metric, more: Partial<RowSearch> = {}): RowSearch => ({ metric, ...period, ...more })
  const bar = (name: string, value: number, rows: RowSearch): Bar => ({ name, value, shown: number(value), rows })
  const set = (next: { days?: Period; by?: Grouping; topics?: TopicKind }) =>
    void navigate({ to: '/analytics', search: { days, by, topics, ...next }, replace: true })
  const nameOfGroup = ({ key }: Group): string => {
    if (key === null) return texts.noTag
    if (by === 'channel') return messages.channel[key as keyof typeof messages.channel] ?? key
    if (!isDay(key)) return key
    return new Date(key).toLocaleDateString(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  }
  const ofGroup = ({ key }: Group): Partial<RowSearch> => {
    if (key === null) return { untagged: 'true' }
    if (by === 'day') return { from: key, to: key }
    return by === 'channel' ? { channel: key as Schemas['ConversationChannel'] } : { tag: key }
  }
  const inGroups = (metric: Metric, count: (group: Group) => number): Bar[] =>
    (data?.groups ?? []).map((group) => bar(nameOfGroup(group), count(group), rows(metric, ofGroup(group))))
  return (
    <main className={styles.analytics}>
      <header className={styles.head}>
        <h1>{texts.title}</h1>
        <AnalyticsTabs />
        <span className={styles.filters}>
          <Select
            aria-label={texts.period}
            value={String(days)}
            choices={periods.map((each) => [String(each), texts.lastDays(each)])}
            onChange={(chosen) => set({ days: Number(chosen) as Period })}
          />
          <Select
            aria-label={texts.groupedBy}
            value={by}
            choices={groupings.map((each) => [each, texts.by[each]])}
            onChange={(chosen) => set({ by: chosen })}
          />
          {data && (
            <CsvButton
              file={`analytics-by-${by}`}
              fields={['key', ...groupFields]}
              records={() => data.groups.map(recordOf)}
            />
          )}
        </span>
      </header>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">{messages.loading}</p>}
      {data && (
        <div aria-busy={isFetching}>
          <dl className={styles.figures}>
            {(
              [
                [texts.conversations, number(data.conversations), '', rows('conversations')],
                [texts.answered, percent(data.answered, data.questions), number(data.answered), rows('answered')],
                [texts.escalated, percent(data.escalated, data.questions), number(data.escalated), rows('escalated')],
                [
                  texts.firstResponse,
                  shownDuration(data.firstResponse.p50Ms, language),
                  texts.ninety(shownDuration(data.firstResponse.p90Ms, language)),
                  rows('first_response'),
                ],
                [
                  texts.resolution,
                  shownDuration(data.resolution.p50Ms, language),
                  texts.ninety(shownDuration(data.resolution.p90Ms, language)),
                  rows('resolution'),
                ],
                [
                  texts.rating,
                  data.rating.mean?.toLocaleString(language, { maximumFractionDigits: 1 }) ?? '–',
                  texts.ratings(data.rating.count),
                  rows('rating'),
                ],
              ] as const
            ).map(([name, value, detail, search]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Link to="/analytics/rows" search={search}>
                    {value}
                  </Link>
                  <span>{detail}</span>
                </dd>
              </div>
            ))}
          </dl>
          <div className={styles.charts}>
            <Chart
              nothing={texts.nothing}
              title={texts.conversationsBy[by]}
              bars={inGroups('conversations', (group) => group.conversations)}
            />
            <Chart
              nothing={texts.nothing}
              title={texts.escalatedBy[by]}
              bars={inGroups('escalated', (group) => group.escalated)}
            />
            <Chart
              nothing={texts.nothing}
              title={texts.outcomes}
              bars={[
                bar(texts.answered, data.answered, rows('answered')),
                bar(texts.escalated, data.escalated, rows('escalated')),
                bar(texts.blocked, data.blocked, rows('blocked')),
                bar(texts.failed, data.failed, rows('failed')),
              ]}
            />
            <Chart
              nothing={texts.nothing}
              title={texts.reasons}
              bars={Object.entries(data.escalatedByReason).map(([reason, count]) =>
                bar(
                  (messages.thread.reasons as Record<string, string>)[reason] ?? reason,
                  count,
                  rows('escalated', { reason: reason as Schemas['EscalationReason'] }),
                ),
              )}
            />
            <Chart
              nothing={texts.nothing}
              title={texts.resolved}
              bars={[
                bar(texts.confirmed, data.resolved.confirmed, rows('resolved_confirmed')),
                bar(texts.assumed, data.resolved.assumed, rows('resolved_assumed')),
                bar(texts.resolvers.ai, data.resolvedBy.ai, rows('resolved_ai')),
                bar(texts.resolvers.agent, data.resolvedBy.agent, rows('resolved_agent')),
              ]}
            />
            <Chart
              nothing={texts.nothing}
              title={texts.confidence(data.confidence.mean === null ? '–' : percent(data.confidence.mean, 1))}
              bars={data.confidence.distribution.map((count, i) =>
                bar(
                  `${percent(i / bins, 1)}–${percent((i + 1) / bins, 1)}`,
                  count,
                  rows('confidence', { minConfidence: i / bins, maxConfidence: (i + 1) / bins }),
                ),
              )}
            />
            <Chart
              nothing={texts.nothing}
              title={texts.ratingsTitle}
              bars={data.rating.distribution.map((count, i) =>
                bar(texts.stars(i + 1), count, rows('rating', { score: i + 1 })),
              )}
            />
            <Chart
              nothing={texts.nothing}
              title={texts.sla}
              bars={(['firstResponse', 'nextResponse', 'resolution'] as const).flatMap((target) => [
                bar(texts.slaMet(texts.targets[target]), data.sla[target].met, rows('sla_met', { target })),
                bar(
                  texts.slaBreached(texts.targets[target]),
                  data.sla[target].breached,
                  rows('sla_breached', { target }),
                ),
              ])}
            />
            <Chart
              nothing={texts.nothing}
              title={texts.policies}
              bars={data.blockedByPolicy.map(({ policyId, name, count }) =>
                bar(name, count, rows('blocked', { policyId })),
              )}
            />
            <Chart
              nothing={texts.nothing}
              title={texts.sources}
              bars={data.sources.mostUsed.map(({ sourceId, title, count }) =>
                bar(title, count, rows('sources_used', { sourceId })),
              )}
            />
          </div>
          <Topics period={period} by={topics} onBy={(topics) => set({ topics })} />
          <Calibration calibration={data.calibration} period={period} />
          <p>
            <Link to="/analytics/rows" search={rows('sources_unused')}>
              {texts.unused(data.sources.unused)}
            </Link>
          </p>
        </div>
      )}
    </main>
  )
}
