import { composeOf } from '@frontdesk/answers'
import { describe, expect, it } from 'vitest'
import { modelsConformance } from './conformance.ts'
import { loadTokenizer } from './count-tokens.ts'
import { localModels } from './local.ts'

describe('local models', () => {
  modelsConformance(async () => localModels())

  const { signal } = new AbortController()
  const text = 'We deliver on weekdays. Delivery takes three working days. Returns are free of charge for thirty days.'
  const passages = [{ id: 'a', title: 'Delivery', text }]
  const ask = async (question: string, more: { maxTokens?: number; language?: string } = {}) =>
    (
      await Array.fromAsync(
        localModels().answer({ question, history: [], passages, instructions: [], ...more }, { signal }),
      )
    ).join('')

  it('streams exactly the composed answer', async () => {
    const question = 'How long does delivery take?'
    expect(await ask(question)).toBe(composeOf(question, passages))
  })

  it('writes no more than maxTokens', async () => {
    const tokenizer = await loadTokenizer()
    for (const maxTokens of [1, 4, 8, 100]) {
      const answer = await ask('How long does delivery take?', { maxTokens })
      expect(tokenizer.count(answer)).toBeLessThanOrEqual(maxTokens)
      expect(text).toContain(answer)
    }
  })

  it("says in the customer's language when there is nothing to answer from", async () => {
    const request = { question: 'Vad kostar frakten?', history: [], passages: [], instructions: [] }
    const answer = await Array.fromAsync(localModels().answer({ ...request, language: 'sv' }, { signal }))
    expect(answer.join('')).toBe('Jag kunde inte hitta något svar på det.')
  })

  it('does not block other work while it embeds, however many texts are requested at once', async () => {
    const work = Array.from({ length: 128 }, (_, i) => `${i} ${text.repeat(8)}`)
    const callers = 8
    let turns = 0
    let embedding = true
    const countTurn = () => {
      turns++
      if (embedding) setImmediate(countTurn)
    }
    setImmediate(countTurn)
    await Promise.all(Array.from({ length: callers }, () => localModels().embed(work)))
    embedding = false
    // Some 80 ms of work in slices of 5 ms, each in a turn of its own; callers that shared turns would take 2 or 3.
    expect(turns).toBeGreaterThan(callers)
  })
})
