import { createHmac } from 'node:crypto'
import { channels as channelsContracts } from '@frontdesk/contracts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestChannels } from '../../testing/start-test-channels.ts'
import { sweepParts } from './collect-text-parts.ts'
import { laneOfSender } from './sender-lanes.ts'

let channels: Awaited<ReturnType<typeof startTestChannels>>
let now: number
beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  channels = await startTestChannels({ clock: { now: () => now } })
})
afterEach(() => channels.stop())

const taken = (count: number) =>
  vi.waitFor(() => {
    expect(channels.taken).toHaveLength(count)
    return channels.taken
  }, 5_000)

/** Signed over its fields, as Vonage does. */
function part(index: number, total: number, text: string, ref = '42') {
  const fields: Record<string, string> = {
    ...{ msisdn: '46701740606', to: '46701740611', messageId: `p-${ref}-${index}`, text, type: 'text' },
    ...{ concat: 'true', 'concat-ref': ref, 'concat-total': String(total), 'concat-part': String(index) },
    timestamp: String(Math.floor(now / 1_000)),
  }
  const signed = Object.keys(fields)
    .sort()
    .map((name) => `&${name}=${fields[name]!.replaceAll(/[&=]/g, '_')}`)
    .join('')
  fields.sig = createHmac('sha256', 'vonage').update(signed).digest('hex')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return () => channels.receive('/api/webhooks/sms', { headers, body: new URLSearchParams(fields).toString() })
}
const makeVonage = () =>
  channels.create(
    { kind: 'sms', provider: 'vonage', address: '+46701740611' },
    { signatureSecret: 'vonage', signatureMethod: 'sha256' },
  )

it('the parts of a long text are one message, in whatever order and however often they come', async () => {
  await makeVonage()
  for (const each of [part(2, 3, 'two, '), part(1, 3, 'One, '), part(2, 3, 'two, '), part(3, 3, 'three.')]) {
    expect((await each()).status).toBe(200)
  }
  expect(await taken(1)).toMatchObject([{ message: 'One, two, three.' }])
  now += 1_000
  await part(1, 3, 'One, ')()
  await part(1, 2, 'Another ', '43')()
  await part(2, 2, 'one.', '43')()
  expect((await taken(2))[1]).toMatchObject({ message: 'Another one.' })
})

it('a part that never comes is not waited for', async () => {
  await makeVonage()
  await part(1, 2, 'The beginning. ')()
  const { parts, requests } = channels.context().collections
  await vi.waitFor(async () => expect(await parts.count('acme')).toBe(1))
  await vi.waitFor(async () => expect(await requests.count('acme', { state: 'done' })).toBe(1))
  await sweepParts(channels.context())
  expect(channels.taken).toHaveLength(0)
  now += 3 * 60_000
  await sweepParts(channels.context())
  expect(await taken(1)).toMatchObject([{ message: 'The beginning. [Part 2 of 2 is missing]' }])
  // Chat has the message before what is kept of the parts says so.
  await vi.waitFor(async () => expect(await requests.count('acme', { state: 'done' })).toBe(1))
  now += 2 * 60 * 60_000
  await sweepParts(channels.context())
  expect(await channels.context().collections.parts.count('acme')).toBe(0)
})

it('a part whose request is still being worked off is left for the next sweep', async () => {
  await makeVonage()
  await part(1, 2, 'The beginning. ')()
  const { parts, requests } = channels.context().collections
  await vi.waitFor(async () => expect(await requests.count('acme', { state: 'done' })).toBe(1))
  const [first] = (await parts.find('acme', {})).items
  const request = (await requests.get('acme', first!.body.requestId))!
  const lanes = [laneOfSender(first!.body.channelId, first!.body.address)]
  // As it stands while a process has kept the part and not yet ended its work.
  await requests.put('acme', request.id, { ...request.body, lanes, state: 'received' })
  now += 3 * 60_000
  await sweepParts(channels.context())
  expect((await parts.get('acme', first!.id))?.body.state).toBe('waiting')
  await requests.put('acme', request.id, request.body)
  await sweepParts(channels.context())
  expect(await taken(1)).toMatchObject([{ message: 'The beginning. [Part 2 of 2 is missing]' }])
})

it('a text that can not be delivered is given up once, and can be given back', async () => {
  await makeVonage()
  await part(1, 2, 'The beginning. ')()
  const { parts, requests } = channels.context().collections
  await vi.waitFor(async () => expect(await parts.count('acme')).toBe(1))
  await vi.waitFor(async () => expect(await requests.count('acme', { state: 'done' })).toBe(1))
  channels.chat.refuses = 'forbidden'
  const { deadLetters } = channels.ports.bus
  const letters = async () => (await deadLetters.list('acme', { limit: 10 })).items
  now += 3 * 60_000
  await sweepParts(channels.context())
  await vi.waitFor(async () => expect(await letters()).toMatchObject([{ reason: { code: 'forbidden' } }]))
  for (let sweeps = 0; sweeps < 5; sweeps++) {
    now += 10 * 60_000
    await sweepParts(channels.context())
  }
  // Whatever those told of would be worked off before this.
  await part(1, 1, 'Another', '43')()
  await vi.waitFor(async () => expect(await letters()).toHaveLength(2), 5_000)
  expect(channels.chat.turnedAway).toBe(2)
  expect(await requests.count('acme', { state: 'failed' })).toBe(2)
  channels.chat.refuses = undefined
  for (const { id } of await letters()) await deadLetters.retry('acme', id)
  const messages = (await taken(2)).map(({ message }) => message).sort()
  expect(messages).toEqual(['Another', 'The beginning. [Part 2 of 2 is missing]'])
})

it('parts whose channel or request is gone are forgotten', async () => {
  const { id: channelId } = await makeVonage()
  await part(1, 2, 'The beginning. ')()
  const { parts, requests } = channels.context().collections
  await vi.waitFor(async () => expect(await requests.count('acme', { state: 'done' })).toBe(1))
  await requests.eraseTenant('acme')
  now += 3 * 60_000
  await sweepParts(channels.context())
  expect(await parts.count('acme')).toBe(0)
  await part(1, 2, 'Again. ')()
  await vi.waitFor(async () => expect(await requests.count('acme', { state: 'done' })).toBe(1))
  expect(await parts.count('acme')).toBe(1)
  await channels.ask(channelsContracts.queries.channelDelete, { channelId })
  now += 3 * 60_000
  await sweepParts(channels.context())
  expect(await parts.count('acme')).toBe(0)
  expect(channels.taken).toEqual([])
})

it('a text whose request can not be read any more is given up once', async () => {
  await makeVonage()
  await part(1, 2, 'The beginning. ')()
  const { requests } = channels.context().collections
  await vi.waitFor(async () => expect(await requests.count('acme', { state: 'done' })).toBe(1))
  const [request] = (await requests.find('acme', {})).items
  await requests.put('acme', request.id, { ...request.body, body: { base64: '' } })
  now += 3 * 60_000
  for (let sweeps = 1; sweeps <= 3; sweeps++) {
    await sweepParts(channels.context())
    now += 60_000
  }
  // Whatever those told of is worked off before this, which comes by the same lane.
  await part(1, 1, 'Another', '43')()
  await taken(1)
  expect((await channels.ports.bus.deadLetters.list('acme', { limit: 10 })).items).toHaveLength(1)
})
