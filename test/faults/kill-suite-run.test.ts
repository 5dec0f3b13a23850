import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ApiClient, apiClient } from '../scenarios/api-client.ts'
import { apiKey, freePort, type PlatformProcess, startProcess } from './platform-process.ts'

const turnsPerScenario = 3
const scenarios = Array.from({ length: 6 }, (_, i) => ({
  name: `Scenario ${i + 1}`,
  turns: Array.from({ length: turnsPerScenario }, (_, j) => ({
    message: `When is invoice ${i + 1}.${j + 1} due?`,
    expect: { outcome: 'answered', contains: '30 days' },
  })),
}))
const allTurns = scenarios.length * turnsPerScenario

let dataDir: string
let port: number
let model: OpenAiEndpoint
let platform: PlatformProcess
let api: ApiClient
const start = () =>
  startProcess({ dataDir, port, env: { OPENAI_BASE_URL: model.url, CHAT_MODEL: 'slow', TURN_LEASE_MS: '1000' } })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'frontdesk-kill-suite-'))
  port = await freePort()
  model = await startOpenAiEndpoint()
  // Slow enough that every kill comes in the middle of something.
  const reply = { parts: ['It is due after ', '30 days.'], everyMs: 40 }
  model.script(...Array.from({ length: 4 * allTurns }, () => reply))
  platform = await start()
  api = apiClient(() => platform.baseUrl, apiKey)
}, 60_000)
afterAll(async () => {
  await platform?.kill()
  await model?.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('SIGKILL in the middle of a run of a test suite: it goes on, no turn is lost, none is counted twice', async () => {
  await api.teach('Invoices', 'An invoice is due after 30 days, whatever its number.')
  const { body: suite } = await api.post('/api/suites', { name: 'Invoices', scenarios })
  const { body: started } = await api.post(`/api/suites/${suite.id}/run`, { threshold: 0 })
  const read = async () => (await api.get(`/api/suites/${suite.id}/runs/${started.id}`)).body
  const progressed = (least: number) =>
    vi.waitFor(
      async () => {
        const run = await read()
        expect(run.progress.done).toBeGreaterThanOrEqual(least)
        return run
      },
      { timeout: 30_000, interval: 20 },
    )

  const before = await progressed(2)
  expect(before.state).toBe('running')
  await platform.kill()
  platform = await start()
  const after = await read()
  expect(after.state).toBe('running')
  expect(after.progress.done).toBeGreaterThanOrEqual(before.progress.done)
  const ended = await vi.waitFor(
    async () => {
      const run = await read()
      expect(run.state).toBe('finished')
      return run
    },
    { timeout: 60_000, interval: 100 },
  )
  expect(ended).toMatchObject({
    verdict: 'passed',
    progress: { done: allTurns, total: allTurns },
    configurations: [{ passed: scenarios.length, failed: 0, pending: 0 }],
  })
  const asked = ended.scenarios.flatMap(({ configurations }: any) =>
    configurations[0].turns.map(({ message }: any) => message),
  )
  expect(asked).toEqual(scenarios.flatMap(({ turns }) => turns.map(({ message }) => message)))
  expect((await api.get('/api/conversations')).body.items).toEqual([])
}, 120_000)
