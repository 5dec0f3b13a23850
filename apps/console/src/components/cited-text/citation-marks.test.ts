import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markCitations, splitAtMarks } from './citation-marks.ts'

const citation = (end: number, source: number) => ({ start: 0, end, source, quote: '' })

it('puts the number of each source behind its sentence', () => {
  const marked = markCitations('One. Two. Three.', [citation(9, 1), citation(4, 0), citation(16, 7)], 2)
  expect(splitAtMarks(marked)).toEqual(['One.', 0, ' Two.', 1, ' Three.'])
})

it('loses no word, whatever stands in the text and wherever citations end', () => {
  const given = fc.record({ text: fc.string({ unit: 'binary', maxLength: 60 }), ends: fc.array(fc.nat(60)) })
  fc.assert(
    fc.property(given, ({ text, ends }) => {
      const citations = ends.filter((end) => end <= text.length).map((end) => citation(end, 0))
      const parts = splitAtMarks(markCitations(text, citations, 1))
      expect(parts.filter((part) => typeof part === 'string').join('')).toBe(text.replace(/[\uE200\uE201]/g, ''))
      expect(parts.filter((part) => typeof part === 'number')).toHaveLength(citations.length)
    }),
  )
})
