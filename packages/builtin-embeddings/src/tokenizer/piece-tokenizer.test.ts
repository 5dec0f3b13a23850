import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { piecesOf, tinyPieces } from '../../testing/tiny-weights.ts'
import { pieceTokenizer } from './piece-tokenizer.ts'

const tokenizer = pieceTokenizer(piecesOf(tinyPieces))
const split = (text: string, limit?: number) => tokenizer.encode(text, limit).map((piece) => tinyPieces[piece]![0])

it('takes the likeliest pieces, not the longest or the first', () => {
  expect(split('refunds')).toEqual(['▁refund', 's'])
  expect(split('query: refund')).toEqual(['▁que', 'ry', ':', '▁refund'])
  const rather = tinyPieces.map(([piece, score]): [string, number] => [piece, piece === '▁refund' ? -20 : score])
  const pieces = pieceTokenizer(piecesOf(rather)).encode('refund')
  expect(pieces.map((piece) => rather[piece]![0])).toEqual(['▁re', 'fund'])
})

it('among equally likely ones takes the one that ends with the longer, wherever it stands', () => {
  expect(split('uuuuuu')).toEqual(['▁', 'uu', 'uuuu'])
  expect(split('refund refund refund uuuuuu').slice(-3)).toEqual(['▁', 'uu', 'uuuu'])
})

it('joins spaces, drops those around the text, and reads other spaces and shapes of letters as the usual ones', () => {
  expect(split('  refund \n\u00a0 return  ')).toEqual(['▁refund', '▁return'])
  expect(split('ａ')).toEqual(['▁', 'a'])
  expect(split('ﬁ\u0000')).toEqual(['▁', 'fi'])
})

it('joins a letter with the accent that follows it', () => {
  expect(split('e\u0301')).toEqual(['▁', 'é'])
  expect(split('\u212b'.normalize('NFD').toLowerCase())).toEqual(['▁', 'å'])
})

it('what no piece spells is one unknown piece, and the marks of the model are text', () => {
  expect(split('s 漢字 s')).toEqual(['▁', 's', '▁', '<unk>', '▁', 's'])
  expect(split('<mask>')).not.toContain('<mask>')
  expect(split('</s>')).not.toContain('</s>')
  expect(split('\ud800')).toEqual(['▁', '<unk>'])
})

it('gives no more than the limit, from the beginning', () => {
  expect(split('refund return refund', 2)).toEqual(['▁refund', '▁return'])
  expect(split('')).toEqual(['▁'])
})

it('loses nothing: the pieces spell the text', () => {
  const part = fc.constantFrom('a', 's', 'é', 'å', ':', 'uu', 'fi', 'age', ' ', '  ')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const text = parts.join('')
      expect(split(text).join('')).toBe(`▁${text.trim().replace(/ +/g, '▁')}`)
    }),
    { numRuns: runs(200) },
  )
})
