import { type Policy, refusal } from '@frontdesk/contracts'
import { loadTokenizer } from '@frontdesk/models'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterAnswer, releaseText } from './filter-answer.ts'
import { releaseTexts } from './release-texts.ts'
import { lengthLimit, piiFilter, toneControl, topicFilter } from './test-policies.ts'

const tools = { tokenizer: await loadTokenizer() }
const addresses = ['anna.berg@example.com', 'bo@företag.se', 'x_1+y@mail.example.co.uk']

/** The deltas that a reader gets when the text comes in these pieces. */
function stream(policies: Policy[], pieces: string[]) {
  let text = ''
  let sent = ''
  const deltas: string[] = []
  for (const [i, piece] of pieces.entries()) {
    text += piece
    const { released } = filterAnswer(policies, text, i === pieces.length - 1, tools)
    expect(released.startsWith(sent), `${JSON.stringify(released)} takes back ${JSON.stringify(sent)}`).toBe(true)
    deltas.push(released.slice(sent.length))
    sent = released
  }
  return deltas
}

/** The text cut at every one of the given places. */
function cutAt(text: string, places: number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
  return [...ends, text.length].map((end, i) => text.slice(i === 0 ? 0 : ends[i - 1], end))
}

const piece = fc.constantFrom(
  ...addresses,
  ...[
    'Write to ',
    ' or ',
    '. ',
    '! ',
    '\n\n',
    'the ',
    'gambling ',
    'a',
    '@',
    ' 🧡',
    'e\u0301',
    '.',
    ', ',
    '漢字',
    '\ud83e',
    'Mr. ',
    '"',
  ],
)
const answer = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))
const places = fc.array(fc.nat(400), { maxLength: 40 })
const segmentPolicies = fc
  .shuffledSubarray([piiFilter(), lengthLimit(5), lengthLimit(20)])
  .map((policies) => policies.map((policy, i) => ({ ...policy, priority: i })))

describe('filterAnswer', () => {
  it('streams exactly the final text, however the answer is cut, and never a byte that a mask hides', () => {
    fc.assert(
      fc.property(answer, places, segmentPolicies, (text, cuts, policies) => {
        const final = filterAnswer(policies, text, true, tools).released
        expect(stream(policies, cutAt(text, cuts)).join('')).toBe(final)
        if (policies.some(({ type }) => type === 'PII Filter')) {
          for (const address of addresses) expect(final).not.toContain(address)
        }
      }),
      { numRuns: 1_500 },
    )
  })

  it('streams the final text also when the answer comes character by character', () => {
    const text = `Write to ${addresses.join(', or ')}. Thanks! 🧡`
    const deltas = stream([piiFilter()], text.split(''))
    expect(deltas.join('')).toBe(filterAnswer([piiFilter()], text, true).released)
    expect(deltas.filter((delta) => delta !== '').length).toBeGreaterThan(5)
  })

  it('holds everything back for a policy that judges the whole, then lets it go or refuses', () => {
    fc.assert(
      fc.property(answer, places, (text, cuts) => {
        const policies = [topicFilter('gambling'), piiFilter()]
        const deltas = stream(policies, cutAt(text, cuts))
        expect(deltas.slice(0, -1).join('')).toBe('')
        const final = filterAnswer(policies, text, true)
        expect(deltas.at(-1)).toBe(final.released)
        if (text.includes('gambling ')) expect(deltas.at(-1)).toBe(final.blocked ? refusal : final.released)
        for (const address of addresses) expect(final.released).not.toContain(address)
      }),
    )
  })

  it('answers a block with the refusal, the type and the topic, and evaluates nothing after it', () => {
    const policies = [topicFilter('gambling', { priority: 1 }), piiFilter({ priority: 2 })]
    expect(filterAnswer(policies, 'Try gambling, mail bo@example.se', true)).toEqual({
      released: refusal,
      blocked: { policy: 'Topic Filter', reason: 'the topic "gambling"' },
      decisions: [expect.objectContaining({ type: 'Topic Filter', decision: 'block' })],
    })
  })

  it('evaluates in order of priority, then of creation', () => {
    const policies = [
      piiFilter({ id: 'c', priority: 2 }),
      lengthLimit(9, { id: 'b', priority: 1, createdAt: '2026-01-02T00:00:00.000Z' }),
      topicFilter('x', { id: 'a', priority: 1, createdAt: '2026-01-01T00:00:00.000Z' }),
    ]
    expect(filterAnswer(policies, 'Hello.', true, tools).decisions.map(({ policyId }) => policyId)).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('never cuts an address in two for a later mask to miss', () => {
    const text = 'anna.berg.with.a.long.name@example.com is who you write to'
    for (let maxTokens = 1; maxTokens < 14; maxTokens++) {
      const policies = [lengthLimit(maxTokens, { priority: 1 }), piiFilter({ priority: 2 })]
      expect(filterAnswer(policies, text, true, tools).released).not.toContain('anna')
    }
  })

  it('lets out no more tokens than the limit, and all of a text that has no more', () => {
    fc.assert(
      fc.property(answer, fc.integer({ min: 1, max: 30 }), (text, maxTokens) => {
        const { released } = filterAnswer([lengthLimit(maxTokens)], text, true, tools)
        expect(tools.tokenizer.count(released)).toBeLessThanOrEqual(maxTokens)
        expect(text.startsWith(released)).toBe(true)
        if (tools.tokenizer.count(text) <= maxTokens) expect(released).toBe(text)
      }),
    )
  })

  it('shortens at the end of a sentence', () => {
    const text = 'Delivery takes three days. Mr. Berg is on leave. Returns are free for thirty days.'
    const released = (maxTokens: number) => filterAnswer([lengthLimit(maxTokens)], text, true, tools).released
    expect(released(100)).toBe(text)
    expect(released(14)).toBe('Delivery takes three days. Mr. Berg is on leave.')
    expect(released(6)).toBe('Delivery takes three days.')
    expect(released(2)).toBe('Delivery takes')
  })

  it('lets everything through without policies, and ignores disabled ones and those of the other mode', () => {
    const policies = [piiFilter({ enabled: false }), topicFilter('bo', { mode: 'Pre-generation' })]
    expect(filterAnswer(policies, 'bo@example.se', false)).toEqual({ released: 'bo@example.se', decisions: [] })
  })

  it.each([
    ['a type that is not evaluated', [toneControl()]],
    ['a kind that is not evaluated', [piiFilter({ config: { kinds: ['email', 'passport' as 'phone'] } })]],
    ['a limit without a tokenizer', [lengthLimit(5)]],
  ])('lets nothing leave for %s', (_name, policies) => {
    const unavailable = expect.objectContaining({ code: 'policy_unavailable' })
    expect(() => filterAnswer(policies, 'Hello. ', true)).toThrow(unavailable)
    expect(() => releaseText(policies, 'Hello')).toThrow(unavailable)
    let early = ''
    try {
      early = filterAnswer(policies, 'Hello. ', false).released
    } catch (error) {
      expect(error).toEqual(unavailable)
    }
    expect(early).toBe('')
  })
})

describe('releaseTexts', () => {
  it('masks, blocks and leaves alone, with the strongest decision of each policy', () => {
    const policies = [topicFilter('gambling', { id: 't', priority: 1 }), piiFilter({ id: 'p', priority: 2 })]
    const texts = ['fine', 'mail bo@example.se', 'on gambling', '']
    expect(releaseTexts(policies, texts, {})).toEqual({
      texts: [
        { text: 'fine', changed: false, blocked: false },
        { text: 'mail b*@e*********', changed: true, blocked: false },
        { text: '', changed: true, blocked: true },
        { text: '', changed: false, blocked: false },
      ],
      decisions: [
        expect.objectContaining({ policyId: 't', decision: 'block' }),
        expect.objectContaining({ policyId: 'p', decision: 'change' }),
      ],
    })
  })
})
