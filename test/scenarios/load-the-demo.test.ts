import { demo } from '@frontdesk/cli'
import { expect, test } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()

async function runDemo(): Promise<string[]> {
  const lines: string[] = []
  await demo({ baseUrl: platform.baseUrl, apiKey: platform.apiKey, print: (line) => lines.push(line) })
  return lines
}
const sources = async () => (await platform.api.get('/api/knowledge/sources?tag=demo&limit=100')).body.items

test('the demo loads its documents, shows each become Ready, and its line of curl is answered from them', async () => {
  const lines = await runDemo()
  const loaded = await sources()
  expect(loaded.length).toBeGreaterThanOrEqual(6)
  for (const source of loaded) {
    expect(source).toMatchObject({ status: 'Ready', version: 1 })
    expect(lines.filter((line) => line.includes('Ready') && line.includes(source.source))).toHaveLength(1)
  }
  const curl = lines.join('\n')
  const question = JSON.parse(/-d '(.*)'/.exec(curl)![1]!)
  const answer = await platform.api.ask(question.message)
  expect(answer.outcome).toBe('answered')
  expect(answer.content).toContain('45 days')
  expect(answer.sources[0].title).toMatch(/returns/i)
})

test('run again it uploads nothing', async () => {
  await runDemo()
  const before = await sources()
  await runDemo()
  expect(await sources()).toEqual(before)
})

test('a document that was changed by hand becomes the sample again, as a new version', async () => {
  await runDemo()
  const [shipping] = (await sources()).filter((source: any) => source.source === 'shipping.md')
  await platform.api.send('PUT', `/api/knowledge/sources/${shipping.id}`, {
    body: { text: 'We ship nothing any more.' },
  })
  await platform.api.untilReady(shipping.id)
  await runDemo()
  expect((await sources()).find((source: any) => source.id === shipping.id)).toMatchObject({
    version: 3,
    status: 'Ready',
  })
})

test.each([
  ['How long is the warranty for a lamp?', 'three-year', 'warranty'],
  ['What does the floor lamp Heron cost?', '1890', 'prices'],
  ['When is the showroom in Borås open?', '11:00 to 18:00', 'opening'],
  ['Hur många kg bär vägghyllan Linnet?', '18 kg', 'monteringshj'],
  ['I forgot my password. How long does the link work?', '30 minutes', 'account'],
])('%s', async (question, words, title) => {
  await runDemo()
  const answer = await platform.api.ask(question)
  expect(answer, JSON.stringify(answer)).toMatchObject({ outcome: 'answered' })
  expect(answer.content).toContain(words)
  expect(answer.sources.map((source: any) => source.title.toLowerCase()).join()).toContain(title)
})

test('without a Frontdesk it says how to start one, and with a wrong key what to give', async () => {
  const nowhere = demo({ baseUrl: 'http://127.0.0.1:9', apiKey: 'none', print: () => {} })
  await expect(nowhere).rejects.toThrow(/no Frontdesk answers at .*make start/)
  const wrong = demo({ baseUrl: platform.baseUrl, apiKey: 'fd_live_wrong', print: () => {} })
  await expect(wrong).rejects.toThrow(/the API key is not valid.*FRONTDESK_API_KEY/)
})
