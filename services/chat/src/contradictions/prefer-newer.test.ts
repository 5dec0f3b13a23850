import type { FoundChunk, PlacedContradiction, PlacedStatement } from '@frontdesk/contracts'
import { describe, expect, it } from 'vitest'
import { chunkOf } from '../../testing/start-test-chat.ts'
import { isContradicted, olderOf, preferNewer, settledBy } from './prefer-newer.ts'

const placed = (name: string, text: string, quote: string): PlacedStatement => ({
  sourceId: `src_${name}`,
  title: name,
  version: 1,
  text: quote,
  since: '2026-01-01T00:00:00.000Z',
  contentId: `cnt_${name}`,
  chunk: { index: 0, text, start: 0, end: text.length },
  start: text.indexOf(quote),
  end: text.indexOf(quote) + quote.length,
  quote,
})
const said = 'Ring us. A key costs 40 euros. We open at 9.'
const pair: PlacedContradiction = {
  id: 'ctd_1',
  older: placed('old', said, 'A key costs 40 euros.'),
  newer: placed('new', 'A key costs 60 euros. Bring cash.', 'A key costs 60 euros.'),
}
/** An answer of one part: a quote of a chunk, said in its words or in others. */
const answerOf = ([chunk, quote, text = quote]: [chunk: FoundChunk, quote: string, said?: string]) => ({
  text,
  parts: [{ start: 0, end: text.length, chunk, quote }],
})
const old = chunkOf(said, { sourceId: 'src_old', contentId: 'cnt_old', score: 0.7 })

it('the statement of the older source is replaced in place by the newer one, whether or not that was found', () => {
  const [first, second, ...more] = preferNewer([old], [pair])
  expect(first).toMatchObject({ sourceId: 'src_new', text: 'A key costs 60 euros. Bring cash.', score: 0.7 })
  expect(second!.text).toHaveLength(said.length)
  expect(second!.text).toBe(said.replace('A key costs 40 euros.', ' '.repeat(21)))
  expect(more).toEqual([])
  const newer = chunkOf('A key costs 60 euros. Bring cash.', { sourceId: 'src_new', contentId: 'cnt_new', score: 0.2 })
  expect(preferNewer([old, newer], [pair]).map(({ contentId }) => contentId)).toEqual(['cnt_old', 'cnt_new'])
  expect(preferNewer([newer], [pair])).toEqual([newer])
})

it('what the older source says goes from every chunk that it stands in: chunks overlap', () => {
  const next = chunkOf('A key costs 40 euros. We close at 6.', { sourceId: 'src_old', contentId: 'cnt_old', index: 1 })
  const both = preferNewer([next, old], [pair])
  expect(both.map(({ contentId }) => contentId)).toEqual(['cnt_new', 'cnt_old', 'cnt_old'])
  expect(both[1]!.text).toBe(`${' '.repeat(21)} We close at 6.`)
  expect(both[2]!.text).not.toContain('40')
  expect(isContradicted(answerOf([next, 'A key costs 40 euros.']), [pair])).toBe(true)
  expect(isContradicted(answerOf([next, 'We close at 6.']), [pair])).toBe(false)
  const newer = chunkOf('We are new. A key costs 60 euros.', { sourceId: 'src_new', contentId: 'cnt_new', index: 7 })
  expect(preferNewer([old, newer], [pair])).toHaveLength(2)
})

it('of three sources the newest one answers, also where the search found only the oldest', () => {
  const newest = placed('newest', 'A key costs 14 euros.', 'A key costs 14 euros.')
  const later = { id: 'ctd_2', older: pair.newer, newer: newest }
  for (const pairs of [
    [pair, later],
    [later, pair],
    [pair, later, { id: 'ctd_3', older: pair.older, newer: newest }],
  ]) {
    const seen = preferNewer([old], pairs)
    expect(seen.map(({ contentId }) => contentId)).toEqual(['cnt_newest', 'cnt_old'])
    expect(seen.map(({ text }) => text).join(' ')).not.toMatch(/40|60/)
  }
  const middle = chunkOf(pair.newer.chunk.text, { sourceId: 'src_new', contentId: 'cnt_new' })
  expect(preferNewer([middle, old], [pair, later]).map(({ text }) => text.trim())).toEqual([
    'Bring cash.',
    'A key costs 14 euros.',
    expect.stringContaining('We open at 9.'),
  ])
})

describe('of a table', () => {
  const text = 'Key 40 | 40 | 40 | 10'
  const tables = [
    {
      headers: ['2024', '2025', '2026'],
      rows: [{ label: 'Key 40', values: ['40', '40', '10'], start: 0, end: text.length }],
    },
  ]
  const table = chunkOf(text, { sourceId: 'src_old', contentId: 'cnt_old', tables })
  const older = { ...placed('old', text, text), text: 'Key 40, 2025: 40', start: 14, end: 16, value: '40' }

  it('only the contradicted cell goes', () => {
    const [, seen] = preferNewer([table], [{ ...pair, older }])
    expect(seen).toMatchObject({ text: 'Key 40 | 40 |    | 10', tables: [{ rows: [{ values: ['40', '', '10'] }] }] })
    const moved = { ...tables[0]!, rows: [{ ...tables[0]!.rows[0]!, start: 5, end: 5 + text.length }] }
    const [, next] = preferNewer([{ ...table, index: 1, text: `Keys\n${text}`, tables: [moved] }], [{ ...pair, older }])
    expect(next).toMatchObject({
      text: 'Keys\nKey 40 | 40 |    | 10',
      tables: [{ rows: [{ values: ['40', '', '10'] }] }],
    })
  })

  it('only what says that cell is contradicted', () => {
    const isSo = (said: string) => isContradicted(answerOf([table, text, said]), [{ ...pair, older }])
    expect(isSo('Key 40, 2025: 40')).toBe(true)
    expect(isSo('Key 40, 2024: 40\nKey 40, 2025: 40 (SEK)')).toBe(true)
    expect(isSo('Key 40, 2024: 40')).toBe(false)
    expect(isSo('Key 40, 2026: 10')).toBe(false)
    expect(isSo('A key costs 40 euros in 2025.')).toBe(true)
    expect(isSo('A key costs 10 euros in 2026.')).toBe(false)
  })
})

it('an answer counts as contradicted, and names the older source, only when it contains that statement', () => {
  expect(isContradicted(answerOf([old, 'A key costs 40 euros.']), [pair])).toBe(true)
  expect(isContradicted(answerOf([old, 'We open at 9.']), [pair])).toBe(false)
  const newer = preferNewer([old], [pair])[0]!
  const named = (quote: string) => {
    const { text, parts } = answerOf([newer, quote])
    return olderOf(text, parts, [pair])
  }
  expect(named('Bring cash.')).toEqual([])
  expect(named('A key costs 60 euros.')).toEqual([
    { chunk: expect.objectContaining({ sourceId: 'src_old' }), quote: 'A key costs 40 euros.' },
  ])
})

describe('a question that names one of the sources', () => {
  const titled = (older: string, newer: string): PlacedContradiction => ({
    id: 'ctd_1',
    older: { ...pair.older, title: older },
    newer: { ...pair.newer, title: newer },
  })
  const harbour = titled('Keys of the harbour', 'Price list')

  it('is answered by that one, and there is nothing to contradict', () => {
    const { ordered, open } = settledBy('What does a key cost at the harbour?', [harbour], 'en')
    expect(open).toEqual([])
    const [first, ...more] = preferNewer([old], ordered)
    expect(first!.text).toBe(said)
    expect(more).toEqual([])
  })

  it('by a word of the newer one is answered by the newer one', () => {
    const { ordered, open } = settledBy('What does a key cost at the harbour?', [titled('Price list', 'Harbour')], 'en')
    expect(open).toEqual([])
    expect(preferNewer([old], ordered)[0]!.sourceId).toBe('src_new')
  })

  it('by a word of the heading above its statement is answered by that one', () => {
    const under = (statement: PlacedStatement, title: string, heading: string): PlacedStatement => ({
      ...statement,
      title,
      chunk: { ...statement.chunk, heading },
    })
    const both = {
      id: 'ctd_1',
      older: under(pair.older, 'Keys', 'Harbour'),
      newer: under(pair.newer, 'Prices', 'Market'),
    }
    const { ordered, open } = settledBy('What does a key cost at the harbour?', [both], 'en')
    expect(open).toEqual([])
    expect(preferNewer([old], ordered).map(({ text }) => text)).toEqual([said])
    expect(settledBy('What does a key cost?', [both], 'en').open).toHaveLength(1)
  })

  it('by no word, or by words of both, gets the newest', () => {
    for (const question of ['What does a key cost?', 'Does the price of keys at the harbour differ?'])
      expect(settledBy(question, [titled('Keys of the harbour', 'Keys and their price')], 'en').open).toHaveLength(1)
    expect(settledBy('What does the old key cost?', [titled('Keys old', 'Keys new')], 'en').open).toHaveLength(1)
  })
})
