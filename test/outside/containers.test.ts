import { execFileSync } from 'node:child_process'
import { createClient } from '@frontdesk/client'
import { startFrontdesk } from '@frontdesk/testing'
import { expect, test, vi } from 'vitest'

const containers = () =>
  execFileSync('docker', ['ps', '--quiet', '--all'], { encoding: 'utf8' }).trim().split('\n').sort()

/** Images as `{ "nats": "…", "mongo": "…", "elasticsearch": "…" }`, each optional; `{}` for those that the package pins. */
test('servers in containers: a document answers a question, and the containers go when Frontdesk stops', async (ctx) => {
  const given = process.env.SERVER_IMAGES
  if (!given) return ctx.skip('SERVER_IMAGES names no images of the servers')
  const before = containers()
  const frontdesk = await startFrontdesk({ servers: 'testcontainers', images: JSON.parse(given) })
  try {
    expect(containers().length).toBe(before.filter(Boolean).length + 3)
    const client = createClient({ baseUrl: frontdesk.url, apiKey: frontdesk.apiKey })
    const text = 'Returns are free within 30 days. Bring the receipt.'
    const { id } = await client.post('/api/knowledge/sources', { body: { type: 'manual', title: 'Returns', text } })
    await vi.waitFor(async () => {
      const { status } = await client.get('/api/knowledge/sources/{sourceId}', { path: { sourceId: id } })
      expect(status).toBe('Ready')
    }, 60_000)
    const answer = await client.post('/api/chat/message', { body: { message: 'Are returns free?' } })
    expect(answer).toMatchObject({ outcome: 'answered', sources: [{ title: 'Returns' }] })
  } finally {
    await frontdesk.stop()
  }
  expect(containers()).toEqual(before)
})
