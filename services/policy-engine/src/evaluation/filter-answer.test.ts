import { type Policy, refusal, ServiceError } from '@frontdesk/contracts'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { answers, checkClosing, checkPromises, secrets, sendInPieces, tools } from '../../testing/filter-promises.ts'
import { lengthLimit, piiFilter, toneControl, topicFilter } from '../../testing/policies.ts'
import type { Tools } from '../types/policy-type.ts'
import { filterAnswer } from './filter-answer.ts'
import { releaseTexts } from './release-texts.ts'

const released = async (policies: Policy[], text: string, final = true) =>
  (await filterAnswer(policies, text, final, tools)).released
const writing = (restyle: Tools['models']['restyle']): Tools => ({
  ...tools,
  models: { ...tools.models, writesFreely: true, restyle },
})

describe('filterAnswer', () => {
  it('keeps every guarantee, however an answer is cut into parts, under any set of policies', async () => {
    await checkPromises(filterAnswer, 500)
  })

  it('keeps every guarantee when the answer arrives character by character', async () => {
    const text = `Hi! Write to ${secrets.join(', or ')}. Thanks! 🧡 It takes three days. Mr. Berg is away.`
    const all = piiFilter({ config: { kinds: ['email', 'phone', 'card'], regions: ['SE'] } })
    for (const policies of [
      [all],
      [all, lengthLimit(30)],
      [lengthLimit(30, { priority: 1 }), all],
      [toneControl(), all],
    ]) {
      expect(await sendInPieces(filterAnswer, policies, text.split(''))).not.toBe('')
    }
  })

  it('releases segments as soon as nothing can change them, and reports what holds back the rest', async () => {
    expect(await filterAnswer([piiFilter()], 'Write to anna@exa', false, tools)).toMatchObject({
      released: 'Write to ',
      holds: 'segment',
    })
    expect(await filterAnswer([piiFilter(), toneControl()], 'Write to anna. ', false, tools)).toEqual({
      released: '',
      holds: 'answer',
      decisions: [],
    })
  })

  it('returns the refusal, the type and the topic of a block, and evaluates no further policy', async () => {
    const policies = [topicFilter('gambling', { priority: 1 }), piiFilter({ priority: 2 })]
    expect(await filterAnswer(policies, 'Try gambling, mail bo@example.se', true, tools)).toEqual({
      released: refusal,
      blocked: { policy: 'Topic Filter', reason: 'the topic "gambling"' },
      decisions: [expect.objectContaining({ type: 'Topic Filter', decision: 'block' })],
    })
  })

  it('evaluates in order of priority, then of creation', async () => {
    const policies = [
      piiFilter({ id: 'c', priority: 2 }),
      lengthLimit(9, { id: 'b', priority: 1, createdAt: '2026-01-02T00:00:00.000Z' }),
      topicFilter('x', { id: 'a', priority: 1, createdAt: '2026-01-01T00:00:00.000Z' }),
    ]
    const { decisions } = await filterAnswer(policies, 'Hello.', true, tools)
    expect(decisions.map(({ policyId }) => policyId)).toEqual(['a', 'b', 'c'])
  })

  it('never splits personal data so that a later policy fails to mask it', async () => {
    const pii = piiFilter({ priority: 2, config: { kinds: ['email', 'phone', 'card'], regions: ['SE'] } })
    for (const text of [
      'anna.berg.with.a.long.name@example.com is who you write to',
      'Call +46 70 174 06 35 or pay with 4539 1488 0343 6467 then',
    ]) {
      for (let maxTokens = 1; maxTokens < 30; maxTokens++) {
        expect(await released([lengthLimit(maxTokens, { priority: 1 }), pii], text)).not.toMatch(
          /anna|174|4539|1488|\+46 7/,
        )
      }
    }
  })

  it('releases at most as many tokens as the limit, and the whole of a shorter text', async () => {
    await fc.assert(
      fc.asyncProperty(answers, fc.integer({ min: 1, max: 30 }), async (text, maxTokens) => {
        const left = await released([lengthLimit(maxTokens)], text)
        expect(tools.tokenizer.count(left)).toBeLessThanOrEqual(maxTokens)
        expect(text.startsWith(left)).toBe(true)
        if (tools.tokenizer.count(text) <= maxTokens) expect(left).toBe(text)
      }),
    )
  })

  it('shortens at the end of a sentence', async () => {
    const text = 'Delivery takes three days. Mr. Berg is on leave. Returns are free for thirty days.'
    const within = (maxTokens: number) => released([lengthLimit(maxTokens)], text)
    expect(await within(100)).toBe(text)
    expect(await within(14)).toBe('Delivery takes three days. Mr. Berg is on leave.')
    expect(await within(6)).toBe('Delivery takes three days.')
    expect(await within(2)).toBe('Delivery takes')
  })

  it('sets the tone by rules with the local models, and reports what it could not change', async () => {
    const answer = await filterAnswer([toneControl()], "Hey! It's cool 😀!", true, tools)
    expect(answer).toMatchObject({ released: 'Good day. It is cool.', decisions: [{ decision: 'change' }] })
    expect(answer.decisions[0]!.reason).toMatch(/by rules; left: cool; .*CHAT_MODEL.*\(1 emoji, 1 greeting/)
  })

  it('lets the model set the tone, checks its text, and falls back to rules when it lost a number', async () => {
    const free = (text: string) =>
      filterAnswer(
        [toneControl()],
        "It's 49 kr!",
        true,
        writing(async () => text),
      )
    expect(await free('The price is 49 kr!')).toMatchObject({ released: 'The price is 49 kr.' })
    expect(await free('The price is 94 kr.')).toMatchObject({
      released: 'It is 49 kr.',
      decisions: [{ reason: expect.stringContaining('did not keep "49"') }],
    })
  })

  it('evaluates the earlier policies again on the text that the model restyled', async () => {
    const model = writing(async () => 'Gambling! Write to bo@example.se.')
    const masked = await filterAnswer([piiFilter({ priority: 1 }), toneControl({ priority: 2 })], 'Hello!', true, model)
    expect(masked).toMatchObject({
      released: 'Gambling. Write to b*@e*********.',
      decisions: [{ decision: 'change' }, {}],
    })
    const policies = [topicFilter('gamble', { priority: 1 }), toneControl({ priority: 2 })]
    expect(await filterAnswer(policies, 'Hello!', true, model)).toMatchObject({
      released: refusal,
      blocked: { policy: 'Topic Filter' },
    })
  })

  it('releases everything without policies, and ignores disabled policies and those of the other mode', async () => {
    const policies = [piiFilter({ enabled: false }), topicFilter('bo', { mode: 'Pre-generation' })]
    expect(await filterAnswer(policies, 'bo@example.se', false, tools)).toEqual({
      released: 'bo@example.se',
      decisions: [],
    })
  })

  const away = () => Promise.reject(new ServiceError('model_unavailable'))
  it.each([
    ['a limit without a tokenizer', [piiFilter(), lengthLimit(5)], { models: tools.models }],
    ['a tone whose model is away', [piiFilter(), toneControl()], writing(away)],
    [
      'examples whose model is away',
      [{ ...topicFilter('x'), config: { topics: [{ name: 'x', phrases: [], examples: ['y'] }] } } as Policy],
      { ...tools, models: { ...tools.models, embedding: { ...tools.models.embedding, model: 'away' }, embed: away } },
    ],
    ['a type that it does not know', [{ ...piiFilter(), type: 'Mind Reader' } as unknown as Policy], tools],
  ])('lets nothing leave for %s, and tells of it', async (_name, policies, broken) => {
    const failed: string[] = []
    const told = { ...broken, onFailure: ({ id }: Policy) => failed.push(id) }
    await checkClosing(filterAnswer, policies, told)
    expect(failed.length).toBeGreaterThan(0)
    await expect(releaseTexts(policies, ['Hello'], 'set', broken)).rejects.toMatchObject({ code: 'policy_unavailable' })
  })
})

describe('releaseTexts', () => {
  it('tells of a model that does not restyle in time as of an outage, and of a fault of its own as of none', async () => {
    const release = (restyle: Tools['models']['restyle']) =>
      releaseTexts([toneControl()], ['Hello'], 'set', writing(restyle))
    const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'))
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late)
    const waits: Tools['models']['restyle'] = (_, { signal }) => Promise.reject(signal.reason)
    await expect(release(waits)).rejects.toMatchObject({ code: 'policy_unavailable', isOutage: true })
    timeout.mockRestore()
    await expect(release(() => Promise.reject(new Error('a fault')))).rejects.toMatchObject({ isOutage: false })
  })

  it.each(['model_refused', 'model_failed'] as const)(
    'tells of a lasting fault of its model by its code: %s',
    async (code) => {
      const tools = writing(() => Promise.reject(new ServiceError(code)))
      const told = { code, isOutage: false, decision: { policyId: toneControl().id, decision: 'block' } }
      await expect(filterAnswer([toneControl()], 'Hello', true, tools)).rejects.toMatchObject(told)
      await expect(releaseTexts([toneControl()], ['Hello'], 'set', tools)).rejects.toMatchObject(told)
    },
  )

  it('masks, blocks or leaves each text unchanged, and reports the strongest decision of each policy', async () => {
    const policies = [topicFilter('gambling', { id: 't', priority: 1 }), piiFilter({ id: 'p', priority: 2 })]
    const texts = ['fine', 'mail bo@example.se', 'on gambling', '']
    expect(await releaseTexts(policies, texts, 'kept', tools)).toEqual({
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

  it('sets the tone of our own texts, never of texts by others', async () => {
    const [kept, set] = await Promise.all(
      (['kept', 'set'] as const).map((tone) => releaseTexts([toneControl()], ["It's fine!"], tone, tools)),
    )
    expect(kept!.texts[0]!.text).toBe("It's fine!")
    expect(set!.texts[0]!.text).toBe('It is fine.')
  })
})
