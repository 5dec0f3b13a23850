import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Frontdesk, startFrontdesk } from '@frontdesk/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse, stringify } from 'yaml'
import { freePort } from '../processes/start-node-process.ts'
import { apiClient } from '../scenarios/api-client.ts'
import { findTool } from './outside-tools.ts'

const promtool = findTool('promtool')
const prometheus = findTool('prometheus')
const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'deploy/observability')
/** In the chart, whose templates can read no file outside it. */
const alerts = join(root, 'deploy/helm/frontdesk/alerts.yml')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

type Target = { expr: string; legendFormat: string }
type Panel = { title: string; type: string; targets?: Target[]; datasource?: { uid: string } }
type Variable = { name: string; type: string; query: unknown; definition?: string }
type Dashboard = { uid: string; title: string; panels: Panel[]; templating: { list: Variable[] } }
type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } }

const dashboards = readdirSync(join(folder, 'dashboards')).map((file) => ({
  file,
  dashboard: JSON.parse(read(`dashboards/${file}`)) as Dashboard,
}))
const rules = (parse(readFileSync(alerts, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const panels = dashboards.flatMap(({ file, dashboard }) =>
  dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ name: `${file}: ${title}`, expr, legendFormat })),
  ),
)

/** The names of the metrics in an expression. */
const metricsIn = (expr: string): string[] => expr.match(/\b(?:frontdesk|nodejs|process)_\w+|\bup\b/g) ?? []
/** As Grafana fills it in, with every value chosen. */
const filledIn = (expr: string): string =>
  expr
    .replaceAll('[$__rate_interval]', '[1m]')
    .replaceAll('[$__range]', '[1m]')
    .replaceAll(/\$(?:prompt|completion)_price/g, '2.5')
    .replaceAll(/\$(?:service|component|tenant)/g, '.*')

/** What the run below has nothing of: no event failed, no channel and no reranker is there. */
const unused = /redeliveries|dead_letters|channel_|rerank_|outcome=~"failed\|retry\|dead"/

test('every dashboard has its own id, and asks the data source that is chosen', () => {
  expect(new Set(dashboards.map(({ dashboard }) => dashboard.uid)).size).toBe(dashboards.length)
  for (const { file, dashboard } of dashboards) {
    expect(dashboard.templating.list[0], file).toMatchObject({ name: 'datasource', type: 'datasource' })
    const variables = dashboard.templating.list.map(({ name }) => name)
    for (const { title, type, targets = [], datasource } of dashboard.panels) {
      if (type === 'row') continue
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own notation
      expect(datasource?.uid, `${file}: ${title}`).toBe('${datasource}')
      const used = targets.flatMap(({ expr }) => [...expr.matchAll(/\$([a-z]\w+)/g)].map(([, name]) => name!))
      for (const name of used) expect(variables, `${file}: ${title}`).toContain(name)
    }
  }
})

test('every alert has a runbook that says what it means, what to look at and what to do', () => {
  const runbooks = new Set(rules.map(({ annotations }) => annotations.runbook))
  for (const { alert, annotations } of rules) {
    const text = readFileSync(join(root, annotations.runbook), 'utf8')
    expect(text, alert).toContain(`\`${alert}\``)
    for (const heading of ['## What it means', '## What to look at', '## What to do'])
      expect(text, alert).toContain(heading)
    expect(readFileSync(join(root, 'docs/observability.md'), 'utf8')).toContain(`| \`${alert}\` |`)
  }
  const files = readdirSync(join(root, 'docs/runbooks')).map((file) => `docs/runbooks/${file}`)
  expect(files.sort()).toEqual([...runbooks].sort())
})

test('promtool accepts the rules and their configuration, and each alert fires when it should', async (ctx) => {
  if (!promtool) return ctx.skip('no promtool: run scripts/install-outside-tools')
  await run(promtool, ['check', 'rules', alerts])
  await run(promtool, ['check', 'config', 'prometheus.yml'], { cwd: folder })
  const files = readdirSync(folder).filter((file) => file.endsWith('.test.yml'))
  const { stdout } = await run(promtool, ['test', 'rules', ...files], { cwd: folder })
  expect(stdout.match(/SUCCESS/g)).toHaveLength(files.length)
  const tested = files.map(read).join('\n')
  for (const { alert } of rules)
    for (const how of ['fires', 'is quiet']) expect(tested).toContain(`- name: ${alert} ${how}\n`)
})

describe.skipIf(!prometheus)(
  `a real Prometheus${prometheus ? '' : ' (none: run scripts/install-outside-tools)'}`,
  () => {
    let frontdesk: Frontdesk
    let address: string
    let exposed: Set<string>
    /** What a collector of traces was sent. */
    const collected: string[] = []
    const ends: (() => unknown)[] = []

    async function ask(path: string, query: Record<string, string> = {}): Promise<any> {
      const reply = await fetch(`${address}/api/v1/${path}?${new URLSearchParams(query)}`)
      const body: any = await reply.json()
      expect(body.status, `${JSON.stringify(query)}: ${body.error}`).toBe('success')
      return body.data
    }

    async function useThePlatform() {
      const api = apiClient(frontdesk.baseUrl, frontdesk.apiKey)
      const upload = await api.upload('returns.txt', 'Items can be returned within 30 days of delivery.')
      await api.untilReady(upload.body.id)
      const config = { topics: [{ name: 'gambling', phrases: ['gambling'] }] }
      const policy = { name: 'No gambling', type: 'Topic Filter', mode: 'Pre-generation', config }
      expect((await api.post('/api/policies', policy)).status).toBe(201)
      await askThree()
    }
    /** Questions that end in different ways. */
    async function askThree() {
      const api = apiClient(frontdesk.baseUrl, frontdesk.apiKey)
      await api.ask('How many days do I have to return an item?')
      await api.ask('What is the boiling point of tungsten on Mars?')
      await api.ask('Tell me about gambling')
      await fetch(`${frontdesk.baseUrl}/api/nothing`)
    }

    beforeAll(async () => {
      const dir = mkdtempSync(join(tmpdir(), 'frontdesk-prometheus-'))
      ends.push(() => rmSync(dir, { recursive: true, force: true }))
      const collector = createServer(async (request, response) => {
        collected.push(await text(request))
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
      await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
      ends.push(() => collector.close())
      const traces = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
      frontdesk = await startFrontdesk({ model: true, env: { OTEL_EXPORTER_OTLP_ENDPOINT: traces } })
      ends.push(() => frontdesk.stop())
      const port = await freePort()
      address = `http://127.0.0.1:${port}`
      const target = { targets: [new URL(frontdesk.baseUrl).host], labels: { component: 'frontdesk' } }
      const config = {
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: [alerts],
        scrape_configs: [{ job_name: 'frontdesk', static_configs: [target] }],
      }
      writeFileSync(join(dir, 'prometheus.yml'), stringify(config))
      const child = spawn(
        prometheus!,
        [
          `--config.file=${dir}/prometheus.yml`,
          `--storage.tsdb.path=${dir}/data`,
          `--web.listen-address=127.0.0.1:${port}`,
          '--enable-feature=exemplar-storage',
        ],
        { stdio: 'ignore' },
      )
      ends.push(() => new Promise((resolve) => child.once('exit', resolve) && child.kill()))
      await vi.waitFor(async () => expect((await ask('query', { query: 'up' })).result[0].value[1]).toBe('1'), {
        timeout: 60_000,
      })
      await useThePlatform()
      // Rates need a value before and one after.
      const before = Date.now()
      await vi.waitFor(
        async () => {
          const { activeTargets } = await ask('targets')
          expect(Date.parse(activeTargets[0].lastScrape)).toBeGreaterThan(before + 2_000)
        },
        { timeout: 60_000 },
      )
      await askThree()
      // In OpenMetrics, the name of a counter is that of its samples without `_total`.
      const metadata = Object.entries<any>(await ask('metadata', { limit: '10000' }))
      exposed = new Set([
        'up',
        ...metadata.map(([name, [{ type }]]) => (type === 'counter' ? `${name.replace(/_total$/, '')}_total` : name)),
      ])
    })
    afterAll(async () => {
      for (const end of ends.reverse()) await end()
    })

    test('exposes every metric that a dashboard, a variable or an alert names', () => {
      const named = [
        ...panels.map(({ name, expr }) => ({ name, expr })),
        ...rules.map(({ alert, expr }) => ({ name: alert, expr })),
        ...dashboards.flatMap(({ file, dashboard }) =>
          dashboard.templating.list.flatMap(({ name, definition }) =>
            definition ? [{ name: `${file}: $${name}`, expr: definition }] : [],
          ),
        ),
      ]
      const isKnown = (metric: string) =>
        exposed.has(metric) || exposed.has(metric.replace(/_(?:bucket|sum|count)$/, ''))
      for (const { name, expr } of named) {
        const metrics = metricsIn(expr)
        expect(metrics, name).not.toEqual([])
        expect(
          metrics.filter((metric) => !isKnown(metric)),
          name,
        ).toEqual([])
      }
    })

    test('accepts every expression of a dashboard, and finds the values and the labels of what happened', async () => {
      for (const { name, expr, legendFormat } of panels) {
        const query = filledIn(expr)
        if (unused.test(expr)) {
          await ask('query', { query })
          continue
        }
        await vi.waitFor(
          async () => {
            const { result } = await ask('query', { query })
            expect(result, `${name}: ${query}`).not.toEqual([])
            const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!)
            for (const label of labels) expect(Object.keys(result[0].metric), name).toContain(label)
          },
          { timeout: 30_000 },
        )
      }
    })

    test('keeps the trace of a question as an exemplar of how long it took', async () => {
      const query = 'frontdesk_message_duration_seconds_bucket{subject="stream.chat.message.answer.v1"}'
      const [start, end] = [-600, 600].map((seconds) => String(Date.now() / 1_000 + seconds)) as [string, string]
      await vi.waitFor(async () => {
        const found = await ask('query_exemplars', { query, start, end })
        const traces = found.flatMap(({ exemplars }: any) => exemplars.map(({ labels }: any) => labels.trace_id))
        expect(traces.length).toBeGreaterThan(0)
        for (const trace of traces) expect(trace).toMatch(/^[0-9a-f]{32}$/)
        expect(collected.some((body) => traces.some((trace: string) => body.includes(trace)))).toBe(true)
      })
    })

    test('evaluates every alert without a fault', async () => {
      const { groups } = await ask('rules')
      const evaluated = groups.flatMap((group: any) => group.rules)
      expect(evaluated.map((rule: any) => rule.name).sort()).toEqual(rules.map(({ alert }) => alert).sort())
      await vi.waitFor(
        async () => {
          const now = (await ask('rules')).groups.flatMap((group: any) => group.rules)
          expect(now.filter((rule: any) => rule.health !== 'ok')).toEqual([])
        },
        { timeout: 30_000 },
      )
    })
  },
)
