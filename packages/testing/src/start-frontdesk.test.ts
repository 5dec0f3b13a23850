import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type StartOptions, startFrontdesk } from './start-frontdesk.ts'

const { NATS_URL, MONGODB_URL, ELASTICSEARCH_URL } = process.env
const servers =
  NATS_URL && MONGODB_URL && ELASTICSEARCH_URL
    ? { natsUrl: NATS_URL, mongodbUrl: MONGODB_URL, elasticsearchUrl: ELASTICSEARCH_URL }
    : undefined

/** What a team's own suite would do: teach, ask. */
async function teachAndAsk({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }, text: string): Promise<any> {
  const call = async (path: string, body?: unknown) => {
    const reply = await fetch(`${baseUrl}${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    })
    return (await reply.json()) as any
  }
  const { id } = await call('/api/knowledge/sources', { type: 'manual', title: 'Handbook', text })
  await expect.poll(async () => (await call(`/api/knowledge/sources/${id}`)).status, { timeout: 15_000 }).toBe('Ready')
  return call('/api/chat/message', { message: 'What is the code of the door?' })
}

const shareNothing = async (options: StartOptions) => {
  const [a, b] = await Promise.all([startFrontdesk(options), startFrontdesk(options)])
  try {
    const answers = await Promise.all([
      teachAndAsk(a, 'The code of the door is blackbird.'),
      teachAndAsk(b, 'The code of the door is kingfisher.'),
    ])
    expect(answers.map(({ content }) => content)).toEqual([
      expect.stringContaining('blackbird'),
      expect.stringContaining('kingfisher'),
    ])
    for (const { sources } of answers) expect(sources).toHaveLength(1)
  } finally {
    await Promise.all([a.stop(), b.stop()])
  }
}

test('two embedded Frontdesks share nothing', () => shareNothing({}))

test.skipIf(!servers)(
  `two Frontdesks on the same servers share nothing${servers ? '' : ' (not run: no servers)'}`,
  () => shareNothing({ servers: servers! }),
)

test('servers that do not answer are said, and nothing is left behind', async () => {
  const nowhere = {
    natsUrl: 'nats://127.0.0.1:1',
    mongodbUrl: 'mongodb://127.0.0.1:1/?directConnection=true',
    elasticsearchUrl: 'http://127.0.0.1:1',
  }
  await expect(startFrontdesk({ servers: nowhere })).rejects.toMatchObject({ code: 'unavailable' })
})

test('the example of the README is the one that runs here', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('example.test.ts')}\`\`\``)
})

test("the example's hook has more time than what it waits for, so that vitest's limit of 10 s does not end it", () => {
  const text = readFileSync(new URL('example.test.ts', import.meta.url), 'utf8')
  const [, wait, limit] =
    text.match(/\}, ([\d_]+)\)\n\}, ([\d_]+)\)/)?.map((part) => Number(part.replaceAll('_', ''))) ?? []
  expect(wait).toBeGreaterThan(0)
  expect(limit).toBeGreaterThanOrEqual(wait! + 10_000)
})
