import { expect, onTestFinished, test } from 'vitest'
import { type StartOptions, startFakeModel, startFrontdesk } from './index.ts'

/** Starts a Frontdesk with these options and asks what its handbook answers. */
async function startAndAsk(options: StartOptions) {
  const frontdesk = await startFrontdesk(options)
  onTestFinished(() => frontdesk.stop())
  const call = async (path: string, body?: unknown): Promise<any> => {
    const reply = await fetch(`${frontdesk.url}${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'x-api-key': frontdesk.apiKey, 'content-type': 'application/json' },
    })
    return reply.json()
  }
  const text = 'Delivery takes three working days. Returns are free.'
  const { id } = await call('/api/knowledge/sources', { type: 'manual', title: 'Handbook', text })
  await expect.poll(async () => (await call(`/api/knowledge/sources/${id}`)).status, { timeout: 15_000 }).toBe('Ready')
  const answer = await call('/api/chat/message', { message: 'How many days does delivery take?' })
  return { frontdesk, answer }
}

const completion = expect.objectContaining({ path: '/v1/chat/completions', state: 'answered' })
const answers = (url: string) =>
  fetch(`${url}/models`).then(
    ({ ok }) => ok,
    () => false,
  )

test('`model: true` starts a fake model, which records what it is asked and ends with the Frontdesk', async () => {
  const { frontdesk, answer } = await startAndAsk({ model: true })
  expect(answer.content).toBe('Delivery takes three working days.')
  const model = frontdesk.model!
  expect(model.requests).toContainEqual(completion)
  expect(await answers(model.url)).toBe(true)
  await frontdesk.stop()
  expect(await answers(model.url)).toBe(false)
})

test('options of `model` are those of the fake model that is started', async () => {
  const { frontdesk, answer } = await startAndAsk({ model: { answer: () => ['It takes ', 'three working days.'] } })
  expect(answer.content).toBe('It takes three working days.')
  const model = frontdesk.model!
  expect(model.requests).toContainEqual(completion)
  await frontdesk.stop()
  expect(await answers(model.url)).toBe(false)
})

test('a fake model that was started before answers too, and goes on after the Frontdesk has stopped', async () => {
  const model = await startFakeModel({ answer: () => ['Three working days.'] })
  onTestFinished(() => model.stop())
  const { frontdesk, answer } = await startAndAsk({ model })
  expect(frontdesk.model).toBe(model)
  expect(answer.content).toBe('Three working days.')
  expect(model.requests).toContainEqual(completion)
  await frontdesk.stop()
  expect(await answers(model.url)).toBe(true)
})

test('without the option there is no model, and answers come from the sources', async () => {
  const { frontdesk, answer } = await startAndAsk({})
  expect(frontdesk.model).toBeUndefined()
  expect(answer).toMatchObject({ outcome: 'answered', content: expect.stringContaining('three working days') })
})

test('options that do not go together are refused before anything starts', async () => {
  const servers = { natsUrl: '', mongodbUrl: '', elasticsearchUrl: '' }
  const images = { mongo: 'mongo:8' }
  for (const options of [{ images }, { images, servers }]) {
    await expect(startFrontdesk(options)).rejects.toThrow("images can be given only with servers: 'testcontainers'")
  }
  await expect(startFrontdesk({ dataDir: '/tmp/x', servers })).rejects.toThrow(
    'dataDir can be given only for an embedded Frontdesk',
  )
})
