import { describe, expect, it } from 'vitest'
import { summarizeTurns } from './summarize-turns.ts'

describe('summarizeTurns', () => {
  const turns = [
    { role: 'customer' as const, content: 'Hi! I have a question. Where is my parcel 4711? The parcel is late.' },
    { role: 'ai' as const, content: 'Parcels take three days. Your parcel left Gothenburg on Monday.' },
    { role: 'customer' as const, content: 'That is not good enough.' },
  ]

  it('gives the core question, the latest answer and the last message, in turn order, each with its speaker', () => {
    expect(summarizeTurns({ turns })).toBe(
      'Customer: Where is my parcel 4711? AI: Your parcel left Gothenburg on Monday. Customer: That is not good enough.',
    )
  })

  it('names the speakers in Swedish', () => {
    const summary = summarizeTurns({
      turns: [{ role: 'customer', content: 'Var är mitt paket? Det är sent.' }],
      language: 'sv',
    })
    expect(summary).toBe('Kund: Var är mitt paket? Det är sent.')
  })

  it('ends a sentence that its writer did not end', () => {
    const unended = [
      { role: 'customer' as const, content: 'where is my parcel 4711' },
      { role: 'agent' as const, content: 'It is on its way :)' },
    ]
    expect(summarizeTurns({ turns: unended })).toBe('Customer: where is my parcel 4711. Agent: It is on its way :)')
  })

  it('is empty for no turns, and for turns without words', () => {
    expect(summarizeTurns({ turns: [] })).toBe('')
    expect(summarizeTurns({ turns: [{ role: 'customer', content: '   ' }] })).toBe('')
  })
})
