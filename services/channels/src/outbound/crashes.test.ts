import type { ChannelKind } from '@frontdesk/contracts'
import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { channelId, conversationId, fakeProvider, startTestOutbound } from '../../testing/start-test-outbound.ts'
import type { ChannelsContext } from '../context.ts'
import { SendError } from '../providers/provider.ts'
import { saveMessage } from './queue-message.ts'
import { step } from './send-message.ts'

const died = new Error('the process died')
/** What a provider makes of a request; `dies…`: our process is killed before it left, or after it was taken. */
const fates = [
  'takes',
  'takes',
  'takes',
  'later',
  'refuses',
  'lost',
  'lost_taken',
  'dies_before',
  'dies_after',
] as const
type Fate = (typeof fates)[number]
type Life = { commitsUntilDeath: number; isWritten: boolean; fates: Fate[] }
const life: fc.Arbitrary<Life> = fc.record({
  /** Its how many-th commit kills the process, and whether that one is still written. */
  commitsUntilDeath: fc.integer({ min: 0, max: 12 }),
  isWritten: fc.boolean(),
  fates: fc.array(fc.constantFrom(...fates), { minLength: 3, maxLength: 3 }),
})

/** The context of a process that dies. Nothing it does after that reaches the disk. */
function mortal(context: ChannelsContext, { commitsUntilDeath, isWritten }: Life) {
  let left = commitsUntilDeath
  let isDead = false
  const die = () => {
    isDead = true
    throw died
  }
  const commit: ChannelsContext['commit'] = async (...of) => {
    if (isDead || (left === 0 && !isWritten)) die()
    const stored = await context.commit(...of)
    if (left-- === 0) die()
    return stored
  }
  return { context: { ...context, commit }, die }
}

/** Three messages of one conversation, sent by processes that die one after the other, until one lives. */
async function send(kind: ChannelKind, lives: Life[], files: { id: string; filename: string }[] = []) {
  const test = await startTestOutbound()
  const taken: { id: string; messageId: string | undefined; files: (string | undefined)[] }[] = []
  try {
    await test.keepChannel(kind)
    await test.recordThread(kind)
    const attachments = files.map((file) => ({ ...file, contentType: 'text/plain', bytes: 1 }))
    for (const { id, ...file } of attachments)
      await test.context.collections.attachments.put('acme', id, {
        ...file,
        conversationId,
        blobId: `attachment_${id}`,
      })
    for (const sequence of [1, 2, 3]) {
      const message = test.message(sequence, attachments.length > 0 ? { attachments } : {})
      await saveMessage(message, kind, channelId, test.context)
    }
    const immortal: Life = { commitsUntilDeath: -1, isWritten: true, fates: [] }
    for (const each of [...lives, ...Array<Life>(40).fill(immortal)]) {
      const { context, die } = mortal(test.context, each)
      const fatesLeft = [...each.fates]
      const provider = fakeProvider(kind, async (message) => {
        const fate = fatesLeft.shift() ?? 'takes'
        if (fate === 'dies_before') die()
        if (fate === 'later') throw new SendError('again', 'rate_limited', 'Later.')
        if (fate === 'refuses') throw new SendError('refused', 'no', 'No.')
        const names = message.files?.map(({ filename }) => filename) ?? []
        if (fate !== 'lost') taken.push({ id: message.id, messageId: message.mail?.messageId, files: names })
        if (fate === 'dies_after') die()
        if (fate === 'lost' || fate === 'lost_taken') throw new SendError('unknown', 'timeout', 'No answer.')
        return { id: `provider-${taken.length}` }
      })
      for (let steps = 0; steps < 20; steps++) {
        const goesOn = await step(conversationId, context, [provider]).catch((error: unknown) => {
          expect(error).toBe(died)
          return false
        })
        if (!goesOn) break
      }
      test.time.now += 60_000
    }
    const ends = await Promise.all([1, 2, 3].map((sequence) => test.outbound(test.message(sequence).id)))
    return { taken, ends: ends.map((end, i) => ({ id: test.message(i + 1).id, ...end! })) }
  } finally {
    await test.stop()
  }
}

const manyLives = fc.array(life, { maxLength: 6 })

it('an SMS is never taken twice, and ends as what is known of it, whenever processes die', async () => {
  await fc.assert(
    fc.asyncProperty(manyLives, async (lives) => {
      const { taken, ends } = await send('sms', lives)
      expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length)
      expect(taken.map(({ id }) => id)).toEqual(taken.map(({ id }) => id).toSorted())
      for (const { id, state } of ends) {
        const isTaken = taken.some((each) => each.id === id)
        expect(isTaken ? ['sent', 'unknown'] : ['failed', 'unknown']).toContain(state)
      }
    }),
    { numRuns: runs(60) },
  )
})

it('a mail is taken at least once unless it was refused, always under one Message-ID', async () => {
  await fc.assert(
    fc.asyncProperty(manyLives, async (lives) => {
      const { taken, ends } = await send('email', lives)
      for (const { id, state } of ends) {
        const ofIt = taken.filter((each) => each.id === id)
        expect(new Set(ofIt.map(({ messageId }) => messageId)).size).toBeLessThanOrEqual(1)
        expect(['sent', 'failed']).toContain(state)
        if (state === 'sent') expect(ofIt.length).toBeGreaterThanOrEqual(1)
        else expect(lives.some((each) => each.fates.includes('refuses'))).toBe(true)
      }
    }),
    { numRuns: runs(60) },
  )
})

const twoFiles = [
  { id: 'att_1', filename: 'a.txt' },
  { id: 'att_2', filename: 'b.txt' },
]

it('by WhatsApp neither a text nor any of its files is taken twice, and they come in their order', async () => {
  await fc.assert(
    fc.asyncProperty(manyLives, async (lives) => {
      const { taken, ends } = await send('whatsapp', lives, twoFiles)
      const ids = taken.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(ids.toSorted())
      for (const { id, state } of ends) {
        const ofIt = taken.filter((each) => each.id.startsWith(`${id}.`))
        if (state === 'sent') expect(ofIt.flatMap(({ files }) => files)).toEqual(['a.txt', 'b.txt'])
        else expect(['failed', 'unknown']).toContain(state)
      }
    }),
    { numRuns: runs(60) },
  )
})

it('a mail has all of its files each time that it goes', async () => {
  const { taken, ends } = await send(
    'email',
    [{ commitsUntilDeath: 1, isWritten: true, fates: ['dies_after'] }],
    twoFiles,
  )
  expect(taken.length).toBeGreaterThan(3)
  for (const { files } of taken) expect(files).toEqual(['a.txt', 'b.txt'])
  for (const { state } of ends) expect(state).toBe('sent')
})
