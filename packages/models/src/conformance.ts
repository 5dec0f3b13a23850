import { expect, it } from 'vitest'
import type { AnswerRequest, Models } from './port.ts'

const request: AnswerRequest = {
  question: 'How long does delivery take?',
  history: [
    { role: 'customer', content: 'Hello' },
    { role: 'ai', content: 'Hello! How can I help?' },
  ],
  passages: [
    { id: 'a', title: 'Delivery', text: 'We deliver on weekdays. Delivery takes three working days.' },
    { id: 'b', title: 'Returns', text: 'You may return goods within 30 days. 🧡 Välkommen åter!' },
  ],
  instructions: [],
}
const cosine = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
const collect = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join('')

/** Every adapter of models passes these unchanged. `open` gives models whose endpoint, if any, answers as it should. */
export function modelsConformance(open: () => Promise<Models>) {
  it('declares consistent capabilities', async () => {
    const models = await open()
    expect(models.writesFreely).toBe(models.chat !== null)
    expect(models.embedding.weight).toBeGreaterThanOrEqual(0)
    expect(models.embedding.weight).toBeLessThanOrEqual(1)
    await expect(models.check()).resolves.toBeUndefined()
  })

  it('embeds into unit vectors of the declared dimensions, the same ones each time', async () => {
    const models = await open()
    const texts = ['Delivery takes three days', '', '🧡', 'Å ä ö', 'x'.repeat(5_000)]
    const vectors = await models.embed(texts)
    expect(vectors).toHaveLength(texts.length)
    for (const vector of vectors) {
      expect(vector).toHaveLength(models.embedding.dimensions)
      expect(cosine(vector, vector)).toBeCloseTo(1, 6)
    }
    expect(await models.embed(texts)).toEqual(vectors)
    expect(await models.embed([])).toEqual([])
  })

  it('puts similar texts nearer than different ones', async () => {
    const models = await open()
    const [question, near, far] = await models.embed([
      'how long is the delivery time',
      'the delivery time is three days',
      'zebras eat grass',
    ])
    expect(cosine(question!, near!)).toBeGreaterThan(cosine(question!, far!))
  })

  it('keeps the order of many texts', async () => {
    const models = await open()
    const texts = Array.from({ length: 300 }, (_, i) => `text number ${i * 7919}`)
    const vectors = await models.embed(texts)
    const [first, last] = await models.embed([texts[0]!, texts[299]!])
    expect(cosine(vectors[0]!, first!)).toBeCloseTo(1, 6)
    expect(cosine(vectors[299]!, last!)).toBeCloseTo(1, 6)
  })

  it('answers in several parts, none of them empty or ending inside a character', async () => {
    const models = await open()
    const parts = await Array.fromAsync(models.answer(request, { signal: new AbortController().signal }))
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) {
      expect(part).not.toBe('')
      expect(part.isWellFormed()).toBe(true)
    }
  })

  it('summarises a conversation', async () => {
    const models = await open()
    const turns = [...request.history, { role: 'customer' as const, content: request.question }]
    expect((await models.summarize({ turns }, { signal: new AbortController().signal })).trim()).not.toBe('')
  })

  it('restyles a text if it can generate text, and otherwise reports that it needs a model', async () => {
    const models = await open()
    const restyling = models.restyle(
      { text: 'Hi! It takes 3 days.', tone: 'formal' },
      { signal: AbortSignal.timeout(9_000) },
    )
    if (models.writesFreely) expect((await restyling).trim()).not.toBe('')
    else await expect(restyling).rejects.toMatchObject({ code: 'model_required' })
  })

  it('drafts for agents if it can generate text, and otherwise reports that it needs a model', async () => {
    const models = await open()
    const turns = [{ role: 'customer' as const, content: request.question }]
    const call = { signal: AbortSignal.timeout(9_000) }
    const [translation, assessment, note] = await Promise.allSettled([
      models.translate({ text: 'It takes 3 days.', to: 'sv' }, call),
      models.assess({ turns }, call),
      models.draftNote({ turns }, call),
    ])
    if (models.writesFreely) {
      expect(translation).toMatchObject({ status: 'fulfilled', value: expect.stringMatching(/\S/) })
      expect(assessment).toMatchObject({ status: 'fulfilled', value: { label: expect.stringMatching(/\S/) } })
      expect(note).toMatchObject({ status: 'fulfilled', value: { wants: expect.any(Array) } })
    } else {
      const required = { status: 'rejected', reason: { code: 'model_required' } }
      for (const outcome of [translation, assessment, note]) expect(outcome).toMatchObject(required)
    }
  })

  it('does nothing for an aborted signal, and throws its reason', async () => {
    const models = await open()
    const reason = new Error('the customer left')
    const signal = AbortSignal.abort(reason)
    await expect(collect(models.answer(request, { signal }))).rejects.toBe(reason)
    await expect(models.summarize({ turns: request.history }, { signal })).rejects.toBe(reason)
    await expect(models.embed(['x'], { signal })).rejects.toBe(reason)
  })

  it("sends no further part after an abort, and throws the signal's reason", async () => {
    const models = await open()
    const stop = new AbortController()
    const reason = new Error('the customer left')
    const parts: string[] = []
    const reading = (async () => {
      for await (const part of models.answer(request, { signal: stop.signal })) {
        parts.push(part)
        stop.abort(reason)
      }
    })()
    await expect(reading).rejects.toBe(reason)
    expect(parts).toHaveLength(1)
  })

  it('can be abandoned in the middle of an answer, and answers again', async () => {
    const models = await open()
    const { signal } = new AbortController()
    for await (const _ of models.answer(request, { signal })) break
    expect(await collect(models.answer(request, { signal }))).not.toBe('')
  })
}
