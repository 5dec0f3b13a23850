import { localModels, type Models } from '@frontdesk/models'
import { describe, expect, it } from 'vitest'
import { exampleTopics } from '../../testing/topics/held-out-messages.ts'
import { innocentMessages } from '../../testing/topics/innocent-messages.ts'
import { matchExamples } from './match-examples.ts'

const models = localModels()
const topics = exampleTopics.map(({ name, examples }) => ({ name, phrases: [], examples }))
const topicOf = async (text: string) => (await matchExamples(text, topics, models))?.topic

describe('topics by examples, with the local embeddings', () => {
  it('finds nine in ten paraphrases of an example, each by its own topic', async () => {
    const held = exampleTopics.flatMap(({ name, messages }) => messages.map((text) => ({ name, text })))
    const found = await Promise.all(held.map(async ({ name, text }) => ((await topicOf(text)) === name ? '' : text)))
    const missed = found.filter((text) => text !== '')
    expect(missed.length / held.length, missed.join('\n')).toBeLessThanOrEqual(0.1)
  })

  it('passes at least 99 % of harmless messages', async () => {
    const innocent = innocentMessages()
    const stopped = []
    for (const text of innocent) if (await topicOf(text)) stopped.push(text)
    expect(stopped.length / innocent.length, stopped.join('\n')).toBeLessThanOrEqual(0.01)
  })

  it('finds one sentence among others, also disguised, and names the example', async () => {
    const text =
      'Hello! I have two questions. Where is my order 4711? And which ｓｈａｒｅｓ should I b\u200buy now? Thanks.'
    expect(await matchExamples(text, topics, models)).toMatchObject({
      topic: 'investment advice',
      example: 'Which shares should I buy?',
      similarity: expect.closeTo(0.8, 0),
    })
  })

  it('finds nothing where there is nothing to compare', async () => {
    expect(await matchExamples('', topics, models)).toBeUndefined()
    expect(await matchExamples('Which shares should I buy?', [{ name: 'x', phrases: ['x'] }], models)).toBeUndefined()
  })

  it('stretches cosines that all lie close together', async () => {
    // Of everyday messages .85, of what is like the example .94, of the others .8.
    const cosineOf = (text: string) => (text.includes('shares') ? 0.94 : text.includes('order') ? 0.85 : 0.8)
    const embed = async (texts: string[]) =>
      texts.map((text) => {
        const cosine = text === 'Should I sell my shares?' ? 1 : cosineOf(text)
        const side = text.includes('shares') ? -1 : 1
        return [cosine, side * Math.sqrt(1 - cosine * cosine)]
      })
    const some = [{ name: 'shares', phrases: [], examples: ['Should I sell my shares?'] }]
    const model = (name: string, cosines?: Models['embedding']['cosines']) => ({
      embedding: { model: name, dimensions: 2, isIndexed: true, weight: 1, ...(cosines && { cosines }) },
      embed,
    })
    const close = model('close', { unrelated: 0.8, same: 0.98 })
    expect(await matchExamples('What about shares?', some, close)).toMatchObject({
      topic: 'shares',
      similarity: expect.closeTo(0.78, 2),
    })
    expect(await matchExamples('Which tram stops here?', some, close)).toBeUndefined()
  })

  it('measures similarity relative to the similarity of everyday messages under the model', async () => {
    const model = (name: string, near: number) => ({
      embedding: { model: name, dimensions: 2, isIndexed: true, weight: 1 },
      embed: async (texts: string[]) =>
        texts.map((text) => (text.includes('shares') ? [near, Math.sqrt(1 - near * near)] : [1, 0])),
    })
    const some = [{ name: 'shares', phrases: [], examples: ['Should I sell my shares?'] }]
    // To some models no two texts are unlike: .9 says nothing there.
    expect(await matchExamples('Where is the park?', some, model('vague', 0.9))).toBeUndefined()
    expect(await matchExamples('What about shares?', some, model('vague', 0.9))).toMatchObject({ topic: 'shares' })
    expect(await matchExamples('What about shares?', some, model('none', 1))).toBeUndefined()
  })
})
