import { type Policy, type policyEngine, type ReplyOf, refusal } from '@frontdesk/contracts'
import { loadTokenizer, localModels } from '@frontdesk/models'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import type { Tools } from '../src/types/policy-type.ts'
import { lengthLimit, piiFilter, toneControl, topicFilter } from './policies.ts'

/** What filters an answer: `filterAnswer`, or a variant of it with a fault that the promises must show. */
export type Filter = (
  policies: Policy[],
  text: string,
  final: boolean,
  tools: Tools,
) => Promise<ReplyOf<typeof policyEngine.queries.answerFilter>>

export const tools = { models: localModels(), tokenizer: await loadTokenizer() }

/** No part of them may leave under a PII Filter of every kind; nothing else in the texts has these characters. */
export const secrets = ['anna.berg@example.com', 'bo@företag.se', '+46 70 174 06 35', '4539 1488 0343 6467']
const tells = ['anna.b', '@example', 'företag', '174 06', '1740', '1488', '0343']
const topicWords = ['gambling', 'GAMBLED', 'g a m b l e', 'gаmbler']
const around = [
  ...[
    'Write to ',
    ' or ',
    '. ',
    '! ',
    '\n\n',
    'the ',
    'Hi ',
    ' 🧡',
    'e\u0301',
    ', ',
    '漢字',
    '\ud83e',
    'Mr. ',
    '"',
    "don't ",
  ],
  ...['It takes three days. ', 'Call ', '5 ', '19:00', '(', ')'],
]

/** An answer: words, secrets and topics in any order, in any script, with half characters. */
export const answers = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...around) },
      fc.constantFrom(...secrets),
      fc.constantFrom(...topicWords),
    ),
    {
      maxLength: 18,
    },
  )
  .map((pieces) => pieces.join(' ').slice(0, 400))
const cuts = fc.array(fc.nat(400), { maxLength: 25 })

const kinds = ['email', 'phone', 'national_id', 'card', 'iban'] as const
const anyPolicy = fc.oneof(
  fc.constant(piiFilter({ config: { kinds: [...kinds], regions: ['SE'] } })),
  fc.constantFrom(3, 12, 40).map((maxTokens) => lengthLimit(maxTokens)),
  fc.constant(topicFilter('gamble')),
  fc.constant(toneControl()),
)
/** Any set of policies of all types, in any order, some disabled, some of the other mode. */
const policySets = fc
  .array(fc.tuple(anyPolicy, fc.integer({ min: -2, max: 2 }), fc.integer({ min: 0, max: 5 })), { maxLength: 5 })
  .map((some) =>
    some.map(
      ([policy, priority, luck], i): Policy => ({
        ...policy,
        id: `pol_${i}`,
        priority,
        createdAt: `2026-01-0${9 - i}T00:00:00.000Z`,
        enabled: luck !== 0,
        mode: luck === 1 ? 'Pre-generation' : 'Post-generation',
      }),
    ),
  )

/** The text cut at every one of the given places. */
function cutAt(text: string, places: number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
  return [...ends, text.length].map((end, i) => text.slice(i === 0 ? 0 : ends[i - 1], end))
}

const promise = (holds: boolean, what: string) => {
  if (!holds) throw new Error(`broken: ${what}`)
}

/** Sends an answer in pieces, as a chat does, and holds every promise about what left. Throws `broken: …` otherwise. */
export async function sendInPieces(filter: Filter, policies: Policy[], pieces: string[]): Promise<string> {
  const whole = pieces.join('')
  const active = policies
    .filter(({ enabled, mode }) => enabled && mode === 'Post-generation')
    .sort((a, b) => a.priority - b.priority || (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1))
  const has = (type: Policy['type']) => active.some((policy) => policy.type === type)
  const stored = await filter(policies, whole, true, tools)

  let text = ''
  let sent = ''
  for (const [i, piece] of pieces.entries()) {
    text += piece
    const isLast = i === pieces.length - 1
    const { released } = await filter(policies, text, isLast, tools)
    promise(released.startsWith(sent), 'what left is never taken back')
    if (!isLast) {
      promise(
        released === '' || !(has('Topic Filter') || has('Tone Control')),
        'nothing leaves before the whole was judged',
      )
    }
    sent = released
  }
  promise(sent === stored.released, 'the joined deltas are the stored answer')

  promise(!stored.blocked || sent === refusal, 'a block releases the refusal')
  const touches = topicWords.some((word) => whole.includes(word))
  if (active[0]?.type === 'Topic Filter') {
    promise(!touches || stored.blocked?.policy === 'Topic Filter', 'a topic is blocked')
  }
  if (has('Topic Filter') && !stored.blocked)
    promise(!topicWords.some((word) => sent.includes(word)), 'no topic leaves')
  if (has('PII Filter')) promise(!tells.some((secret) => sent.includes(secret)), 'no masked byte leaves')
  if (stored.blocked) return sent

  if (has('Tone Control')) promise(!/! |\p{Extended_Pictographic}/u.test(sent), 'the tone is set')
  const last = active.at(-1)
  if (last?.type === 'Length Limit') {
    promise(tools.tokenizer.count(sent) <= last.config.maxTokens, 'the limit holds')
  }
  const order = stored.decisions.map(({ policyId }) => policyId)
  promise(order.join() === active.map(({ id }) => id).join(), 'every policy decides, in order')
  return sent
}

/** Holds the promises over random answers, cuts and policy sets. Rejects with the smallest case that breaks one. */
export const checkPromises = (filter: Filter, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(answers, cuts, policySets, async (text, places, policies) => {
      await sendInPieces(filter, policies, cutAt(text, places))
    }),
    { numRuns: runs(numRuns) },
  )

/** Holds that an answer whose policies can't all be evaluated sends nothing at all and ends as `policy_unavailable`. */
export async function checkClosing(filter: Filter, policies: Policy[], broken: Tools): Promise<void> {
  const pieces = ['Hello there. ', 'Write to ', ...secrets, '. Thanks! ']
  let text = ''
  for (const [i, piece] of pieces.entries()) {
    text += piece
    try {
      const { released } = await filter(policies, text, i === pieces.length - 1, broken)
      promise(released === '', 'nothing leaves when a policy fails')
      promise(i < pieces.length - 1, 'a policy that fails ends the answer')
    } catch (error) {
      promise((error as { code?: string }).code === 'policy_unavailable', `it fails as policy_unavailable (${error})`)
    }
  }
}
