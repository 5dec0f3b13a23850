import {
  conversation,
  copilotResult,
  foundChunk,
  identifier,
  marked,
  message,
  outboundEvents,
  suggestion,
  timestamp,
} from '@frontdesk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fillings } from './fill-for-test.ts'
import { releaseTexts } from './release-texts.ts'

const address = 'bo@example.se'
/** Policies that mask one address, and what they were asked about. */
function policies(secret = address) {
  const asked: string[][] = []
  const release = async ({ texts }: { texts: string[] }) => {
    asked.push(texts)
    const masked = texts.map((text) =>
      text.replaceAll(secret, secret === address ? 'b*@e*********' : '*'.repeat(secret.length)),
    )
    return {
      texts: masked.map((text, i) => ({ text, changed: text !== texts[i], blocked: false })),
      decisions: [],
    }
  }
  return { asked, release }
}
const masked = <S extends z.ZodType>(schema: S, value: z.output<S>) => releaseTexts(schema, value, policies().release)

const leaving: Record<string, z.ZodType> = {
  ...Object.fromEntries(Object.entries(outboundEvents).map(([type, { body }]) => [type, body])),
  conversation,
  message,
  suggestion,
  'a result of the copilot': copilotResult,
  'a chunk that was found': foundChunk,
}

describe.each(Object.entries(leaving))('%s', (_, schema) => {
  it('hides an address in whatever field it stands', async () => {
    const values = fillings(schema, address)
    expect(JSON.stringify(values)).toContain(address)
    for (const value of values) expect(JSON.stringify(await masked(schema, value))).not.toContain(address)
  })

  it('filters an id that others chose', async () => {
    const number = '0701234567'
    const chosen = /^(?:externalId|clientId)$/
    for (const filled of fillings(schema, address)) {
      const value = JSON.parse(JSON.stringify(filled), (name, each) => (chosen.test(name) ? number : each))
      const left = await releaseTexts(schema, value, policies(number).release)
      expect(JSON.stringify(left)).not.toContain(number)
    }
  })

  it('asks about no id of ours, which may look like a number', async () => {
    const { asked, release } = policies()
    const ids: string[] = []
    const value = JSON.parse(JSON.stringify(fillings(schema, address)), (name, each) => {
      if (!/^(?!externalId$|clientId$)(?:id|\w+Id)$/.test(name) || typeof each !== 'string') return each
      ids.push(`msg_0704512345${ids.length}`)
      return ids.at(-1)
    })
    for (const each of value) await releaseTexts(schema, each, release)
    expect(ids.length).toBeGreaterThan(0)
    expect(asked.flat().filter((text) => text.startsWith('msg_'))).toEqual([])
  })
})

describe('a text that leaves', () => {
  it('is every string that its schema does not mark as something else', async () => {
    const later = z.object({ id: identifier, at: timestamp, state: z.enum(['on', 'off']), newField: z.string() })
    const value = { id: 'cnv_1', at: '2026-03-01T12:00:00.000Z', state: 'on' as const, newField: address }
    expect(await masked(later, value)).toEqual({ ...value, newField: 'b*@e*********' })
  })

  it('is also what somebody wrote where a word of ours may stand', async () => {
    const schema = z.array(marked(z.string(), { oneOf: ['rule'] }))
    const { asked, release } = policies()
    expect(await releaseTexts(schema, ['rule', `rule ${address}`], release)).toEqual(['rule', 'rule b*@e*********'])
    expect(asked).toEqual([[`rule ${address}`]])
  })

  it('is also what the schema does not know, does not expect, or only calls an id', async () => {
    const schema = z.object({ id: identifier, at: timestamp, state: z.enum(['on']), any: z.unknown() })
    const odd = { id: address, at: address, state: address, any: [{ deep: address }], unknown: address, [address]: 1 }
    const left = await masked(schema, odd as never)
    expect(JSON.stringify(left)).not.toContain(address)
    expect(Object.keys(left)).toEqual(['id', 'at', 'state', 'any', 'unknown', 'b*@e*********'])
  })

  it('is filtered in the part of a union that it fits, in tuples and in records with their names', async () => {
    const schema = z.object({
      either: z.array(z.union([z.object({ kind: z.literal('a'), id: identifier }), z.object({ text: z.string() })])),
      pair: z.tuple([identifier, z.string()]),
      named: z.record(z.string(), z.string()),
    })
    const value = {
      either: [{ kind: 'a' as const, id: 'x' }, { text: address }],
      pair: ['x', address] as [string, string],
      named: { [address]: address, by: 'Bo' },
    }
    expect(await masked(schema, value)).toEqual({
      either: [{ kind: 'a', id: 'x' }, { text: 'b*@e*********' }],
      pair: ['x', 'b*@e*********'],
      named: { 'b*@e*********': 'b*@e*********', by: 'Bo' },
    })
  })

  it('is also a number that somebody gave, read behind its name; what the schema calls a number is ours', async () => {
    const schema = z.object({
      count: z.number(),
      open: z.record(z.string(), z.union([z.string(), z.number()])),
      any: z.any(),
    })
    const number = '8112189876'
    const value = { count: 8112189876, open: { ssn: 8112189876, small: 12 }, any: { homeNumbers: [8112189876, 1.5] } }
    const { asked, release } = policies(number)
    expect(await releaseTexts(schema, value, release)).toEqual({
      count: 8112189876,
      open: { ssn: '**********', small: 12 },
      any: { homeNumbers: ['**********', 1.5] },
    })
    expect(asked).toEqual([['ssn 8112189876', 'ssn', 'small', 'home Numbers 8112189876', 'homeNumbers']])
  })

  it('is left out when half of it is of no use, and flagged where its reader must know', async () => {
    const whole = marked(z.string(), { is: 'whole' })
    const schema = z.object({
      email: whole.optional(),
      url: whole,
      urls: z.array(whole),
      quote: marked(z.string(), { flag: 'masked' }),
    })
    const value = { email: address, url: `https://x.test/${address}`, urls: ['a', address], quote: `by ${address}` }
    expect(await masked(schema, value)).toEqual({ url: '', urls: ['a'], quote: 'by b*@e*********', masked: true })
  })

  it('is asked about once, with all others, and nothing is copied when nothing changes', async () => {
    const schema = z.array(z.object({ id: identifier, text: z.string() }))
    const value = Array.from({ length: 90 }, (_, i) => ({ id: `x_${i}`, text: `text ${i % 45}` }))
    const { asked, release } = policies()
    expect(await releaseTexts(schema, value, release)).toBe(value)
    expect(asked.map((texts) => texts.length)).toEqual([45])
    expect(await releaseTexts(schema, [{ id: 'x_1', text: '' }], release)).toEqual([{ id: 'x_1', text: '' }])
    expect(asked).toHaveLength(1)
  })

  it('goes in several questions when they are more than one takes', async () => {
    const value = Array.from({ length: 250 }, (_, i) => `${i} ${address}`)
    const { asked, release } = policies()
    const left = await releaseTexts(z.array(z.string()), value, release)
    expect(asked.map((texts) => texts.length)).toEqual([100, 100, 50])
    expect(left).toEqual(value.map((text) => text.replace(address, 'b*@e*********')))
  })

  it('stays when the policies answer about another number of texts', async () => {
    const none = async () => ({ texts: [], decisions: [] })
    await expect(releaseTexts(z.string(), 'a', none)).rejects.toThrow('another number of texts')
  })

  it('never holds the address, whatever JSON it is', async () => {
    const json = fc.json().map((text) => JSON.parse(text.replaceAll('"a', `"a ${address} `)) as unknown)
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        expect(JSON.stringify((await masked(z.unknown(), value)) ?? null)).not.toContain(address)
      }),
    )
  })
})
