import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OpenAiEndpoint, startOpenAiEndpoint } from '@frontdesk/testing'
import { afterAll, expect, test } from 'vitest'
import { usePlatform } from './platform.ts'

let endpoint: OpenAiEndpoint
const platform = usePlatform(async () => {
  endpoint = await startOpenAiEndpoint()
  return { env: { OPENAI_BASE_URL: endpoint.url, EMBEDDING_MODEL: 'embed-1' } }
})
const folder = mkdtemp(join(tmpdir(), 'frontdesk-tune-'))
afterAll(async () => {
  await endpoint?.close()
  await rm(await folder, { recursive: true, force: true })
})

const main = fileURLToPath(new URL('../../apps/frontdesk/src/main.ts', import.meta.url))
const run = (args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, BASE_URL: platform.baseUrl, FRONTDESK_API_KEY: platform.apiKey }
    execFile(process.execPath, [main, 'tune', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })

test('the search is fitted to questions of a file from the command line, and the job says how far it is', async () => {
  const { api } = platform
  await api.teach('Ferries', 'The ferry to the island leaves every hour.')
  await api.teach('Bicycles', 'Bicycles travel for free on every train.')
  const file = join(await folder, 'questions.csv')
  await writeFile(file, 'question,source\nWhen does the ferry leave?,Ferries\n"Are bicycles free, too?",bicycles\n')

  const { code, output } = await run(['--questions', file])
  expect(output).toContain('embed-1: the best weight for 2 questions is')
  expect(output).toContain('It is not used: the current weight 0.3 stays.')
  expect(code).toBe(0)
  const { body } = await api.get('/api/knowledge/tune')
  expect(body).toMatchObject({ model: 'embed-1', weight: 0.3, fitted: { questions: 2, isApplied: false } })
  const { body: jobs } = await api.get('/api/jobs')
  const job = jobs.items.find(({ kind }: any) => kind === 'tuning')
  expect((await api.get(`/api/jobs/${job.id}`)).body).toMatchObject({ state: 'finished', total: 1, done: 1 })

  const jsonl = join(await folder, 'questions.jsonl')
  await writeFile(jsonl, '{"question":"When does the ferry leave?","source":"nowhere.pdf"}\n')
  const unknown = await run(['--questions', jsonl])
  expect(unknown.code).toBe(1)
  expect(unknown.output).toContain('questions.0.source: no live source')
}, 120_000)
