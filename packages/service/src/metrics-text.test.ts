import { sqliteBus } from '@frontdesk/bus'
import { openSqlite } from '@frontdesk/sqlite'
import { expect, test } from 'vitest'
import { makeMessageMetrics } from './message-metrics.ts'
import { metricsText } from './metrics-text.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const openMetrics = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3'

test('a message of a recorded trace leaves its id as an exemplar, which OpenMetrics shows and the other format does not', async () => {
  const store = openSqlite(':memory:')
  const bus = sqliteBus(store)
  const { registry, observe } = makeMessageMetrics(bus, () => false)
  const message = { service: 'chat', subject: 'query.chat.usage.read.v1', outcome: 'done', attempt: 1 } as const
  observe({ ...message, durationMs: 300, traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  observe({ ...message, durationMs: 300, traceparent: `00-${'1'.repeat(32)}-00f067aa0ba902b7-01` })
  observe({
    ...message,
    subject: 'query.chat.other.v1',
    durationMs: 300,
    traceparent: `00-${traceId}-00f067aa0ba902b7-00`,
  })
  observe({ ...message, subject: 'event.chat.message.sent.v1', durationMs: 300, attempt: 2 })

  const open = await metricsText(registry, openMetrics)
  expect(open.contentType).toMatch(/^application\/openmetrics-text/)
  expect(open.text.endsWith('# EOF\n')).toBe(true)
  const shown = open.text.split('\n').filter((line) => line.includes('trace_id'))
  // One of the series within a second, and none of a trace that is not kept.
  expect(shown).toHaveLength(1)
  expect(shown[0]).toMatch(new RegExp(`le="0.5".*usage\\.read.*\\} 2 # \\{trace_id="${traceId}"\\} 0\\.3 \\d+`))
  expect(open.text).toMatch(
    /# TYPE frontdesk_message_redeliveries counter\nfrontdesk_message_redeliveries_total\{.*\} 1/,
  )

  const plain = await metricsText(registry, undefined)
  expect(plain.contentType).toMatch(/^text\/plain/)
  expect(plain.text).not.toContain('trace_id')
  expect(plain.text).toMatch(/# TYPE frontdesk_message_redeliveries_total counter\n/)
  expect(plain.text).toMatch(/_count\{service="chat",subject="query\.chat\.usage\.read\.v1",outcome="done"\} 2/)
  await bus.close()
  await store.close()
})
