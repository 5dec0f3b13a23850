import { expect } from 'vitest'
import { type StartOptions, startFrontdesk } from '../src/start-frontdesk.ts'

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

/** Starts two at once, teaches each something else and asks both. */
export async function shareNothing(options: StartOptions): Promise<void> {
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
