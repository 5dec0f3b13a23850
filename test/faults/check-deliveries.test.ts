import { expect, it } from 'vitest'
import { signPayload } from '../../services/webhook-dispatcher/src/endpoints/sign-payload.ts'
import { type Arrival, checkDeliveries, type Fact, type Subscription } from './check-deliveries.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const all: Subscription = { path: '/all', tenant: 'acme', secret, events: [] }
const sent: Subscription = { path: '/sent', tenant: 'acme', secret, events: ['message.sent'] }
const other: Subscription = { path: '/other', tenant: 'globex', secret, events: [] }

function arrival(path: string, event: { id: string; [field: string]: unknown }, signedBy = secret): Arrival {
  const body = { createdAt: '2026-03-01T12:00:00.000Z', tenant: 'acme', key: 'cnv_1', ...event }
  const raw = JSON.stringify(body)
  return { path, raw, headers: signPayload({ id: body.id, body: raw, timestampSeconds: 1_700_000_000 }, [signedBy]) }
}
const message = (id: string) => ({ message: { id } })
const events = [
  { id: 'evt_1', type: 'conversation.created', sequence: 1, data: { conversation: { id: 'cnv_1' } } },
  { id: 'evt_2', type: 'message.received', sequence: 2, data: message('msg_1') },
  { id: 'evt_3', type: 'message.sent', sequence: 3, data: message('msg_2') },
  { id: 'evt_4', type: 'message.received', sequence: 4, data: message('msg_3') },
  { id: 'evt_5', type: 'message.sent', sequence: 5, data: message('msg_4') },
]
const facts: Fact[] = events.map(({ type, data }) => ({
  tenant: 'acme',
  key: 'cnv_1',
  type,
  about: 'message' in data ? data.message.id : 'cnv_1',
}))
const sound = () => ({
  subscriptions: [all, sent, other],
  facts: [...facts],
  arrivals: [
    ...events.map((event) => arrival('/all', event)),
    ...events.filter(({ type }) => type === 'message.sent').map((event) => arrival('/sent', event)),
  ],
})
type History = ReturnType<typeof sound>

it('finds nothing in a sound history, and counts it', () => {
  const { violations, counts } = checkDeliveries(sound())
  expect(violations).toEqual([])
  expect(counts).toEqual({ facts: 5, requests: 7, deliveries: 7, repeats: 0, lateRepeats: 0 })
})

it('takes the same event again for no fault, and counts it, and whether it came late', () => {
  const history = sound()
  history.arrivals.splice(1, 0, arrival('/all', events[0]!))
  history.arrivals.splice(6, 0, arrival('/all', events[3]!))
  const { violations, counts } = checkDeliveries(history)
  expect(violations).toEqual([])
  expect(counts).toMatchObject({ requests: 9, deliveries: 7, repeats: 2, lateRepeats: 1 })
})

const seeded: [string, (history: History) => void, RegExp][] = [
  ['one that is dropped', (h) => void h.arrivals.splice(2, 1), /message.sent of msg_2 never came/],
  ['the last one dropped', (h) => void h.arrivals.splice(4, 1), /message.sent of msg_4 never came/],
  ['one that a filter drops', (h) => void h.arrivals.pop(), /\/sent: message.sent of msg_4 never came/],
  ['a gap', (h) => void h.arrivals.splice(1, 1), /cnv_1\/3 came right after 1/],
  [
    'one that comes again under another id',
    (h) => void h.arrivals.splice(3, 0, arrival('/all', { ...events[2]!, id: 'evt_9' })),
    /cnv_1\/3 came with two ids, evt_3 and evt_9/,
  ],
  [
    'one that comes again under another id and number',
    (h) => void h.arrivals.push(arrival('/all', { ...events[4]!, id: 'evt_9', sequence: 6 })),
    /message.sent of msg_4 came with 2 ids/,
  ],
  [
    'two that are swapped',
    (h) => void h.arrivals.splice(1, 2, h.arrivals[2]!, h.arrivals[1]!),
    /cnv_1\/2 came after 3/,
  ],
  [
    "another tenant's",
    (h) => void h.arrivals.push(arrival('/other', events[0]!)),
    /\/other: evt_1 is of acme, not of globex/,
  ],
  [
    'one that is signed by another secret',
    (h) => void h.arrivals.splice(0, 1, arrival('/all', events[0]!, 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0')),
    /evt_1 is not signed/,
  ],
  ['a body that was changed on its way', (h) => void (h.arrivals[0]!.raw = `${h.arrivals[0]!.raw} `), /not signed/],
  [
    'a signature in one form only',
    (h) => void (h.arrivals[0]!.headers = { ...h.arrivals[0]!.headers, 'webhook-signature': 'v1,AAAA' }),
    /not signed/,
  ],
  [
    'the same id with another body',
    (h) => void h.arrivals.splice(5, 0, arrival('/all', { ...events[4]!, data: message('msg_9') })),
    /evt_5 came again with another body/,
  ],
  ['what a filter should hold back', (h) => void h.arrivals.push(arrival('/sent', events[1]!)), /was not asked for/],
  ['a request to nobody', (h) => void h.arrivals.push(arrival('/nobody', events[1]!)), /which nobody asked for/],
]
it.each(seeded)('finds %s', (_name, damage, violation) => {
  const history = sound()
  damage(history)
  expect(checkDeliveries(history).violations.join('\n')).toMatch(violation)
})
