import type { AnswerSource, FoundChunk, Policy } from '@frontdesk/contracts'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chunkOf, delivery, openTestStore, startTestChat, type TestChat } from '../../testing/start-test-chat.ts'
import { chooseSources } from './choose-sources.ts'

const store = openTestStore()
let chat: TestChat
let mask: Policy

beforeAll(async () => {
  chat = await startTestChat({ store })
  mask = await chat.policy('PII Filter', 'Post-generation', { kinds: ['email'] })
})
afterAll(async () => {
  await chat.stop()
  await store.close()
})

const sourcesOf = async (answer: string, chunks: FoundChunk[], policies: Policy[] = []) =>
  (await chooseSources({ raw: answer, released: answer }, chunks, policies, chat.chatContext)).sources

it('a quote is a literal part of its chunk, at most 300 characters; a masked one is marked and not empty', async () => {
  const word = fc.constantFrom(
    ...[
      'Delivery',
      'takes',
      'three',
      'days',
      'bo@example.se',
      'å',
      '😀',
      '.',
      '! ',
      '\n',
      '\n- ',
      '…',
      'Returns',
      'e.g.',
    ],
    ...['a'.repeat(310), 'Saturday: 10–14', '\t', `a${'😀'.repeat(200)}`],
  )
  const text = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' '))
  const property = fc.asyncProperty(text, fc.array(text, { minLength: 1, maxLength: 4 }), async (answer, texts) => {
    const chunks = texts.map((each, i) => chunkOf(each, { sourceId: `src_${i}` }))
    const bySource = new Map(chunks.map((chunk) => [chunk.sourceId, chunk.text]))
    const whole = await sourcesOf(answer, chunks)
    expect(whole.length).toBeGreaterThan(0)
    for (const { sourceId, quote, masked } of whole) {
      expect(bySource.get(sourceId)).toContain(quote)
      expect(quote.length).toBeLessThanOrEqual(300)
      expect(quote.trim()).toBe(quote)
      expect(quote.isWellFormed()).toBe(true)
      expect(masked).toBeUndefined()
    }
    const masked = await sourcesOf(answer, chunks, [mask])
    expect(masked.map(({ sourceId }) => sourceId)).toEqual(whole.map(({ sourceId }) => sourceId))
    for (const [i, each] of masked.entries()) {
      expect(each.quote).not.toContain('bo@example.se')
      expect(each.masked === true).toBe(each.quote !== whole[i]!.quote)
    }
  })
  await fc.assert(property, { numRuns: runs(60) })
})

it('lists each source that supports the answer once, the best first', async () => {
  const sources = await sourcesOf('Delivery takes three working days. Returns are free for thirty days.', [
    chunkOf('The office is closed on Sundays.', { sourceId: 'src_office' }),
    chunkOf('Returns are free, but only for thirty of the days.', { sourceId: 'src_returns', title: 'Returns' }),
    chunkOf(delivery),
    chunkOf('Delivery takes three working days, mostly.', { index: 1 }),
  ])
  expect(sources.map(({ sourceId }) => sourceId).toSorted()).toEqual(['src_delivery', 'src_returns'])
  expect(sources.find(({ sourceId }) => sourceId === 'src_delivery')!.quote).toMatch(
    /^Delivery takes three working days/,
  )
})

it('a source whose title or quote is blocked is replaced by another source', async () => {
  const policy = await chat.policy('Topic Filter', 'Post-generation', { topics: [{ name: 'x', phrases: ['guns'] }] })
  const said = 'Delivery takes three working days'
  const chunks = [
    chunkOf(`${said}.`, { sourceId: 'src_title', title: 'Guns' }),
    chunkOf(`${said} for guns.`, { sourceId: 'src_quote' }),
    chunkOf(`${said}, mostly.`, { sourceId: 'src_fine' }),
  ]
  const named = (sources: AnswerSource[]) => sources.map(({ sourceId }) => sourceId).toSorted()
  expect(named(await sourcesOf(`${said}.`, chunks))).toEqual(['src_fine', 'src_quote', 'src_title'])
  expect(named(await sourcesOf(`${said}.`, chunks, [policy]))).toEqual(['src_fine'])
})

it('an answer in different words than any chunk cites the best chunk', async () => {
  const sources = await sourcesOf('Tre arbetsdagar.', [chunkOf(delivery), chunkOf('Nothing.', { sourceId: 'src_2' })])
  expect(sources).toMatchObject([{ sourceId: 'src_delivery', quote: delivery }])
})

it('a URL with personal data is left out, any other is shown', async () => {
  const at = (url: string) => sourcesOf(delivery, [chunkOf(delivery, { url })], [mask])
  expect(await at('https://shop.example/delivery')).toMatchObject([{ url: 'https://shop.example/delivery' }])
  expect((await at('https://shop.example/?for=bo@example.se'))[0]).not.toHaveProperty('url')
})
