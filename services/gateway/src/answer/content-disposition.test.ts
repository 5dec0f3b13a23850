import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

it('a plain name stands as it is, any other in the extended form too', () => {
  expect(contentDisposition('plan 2.pdf')).toBe('attachment; filename="plan 2.pdf"')
  expect(contentDisposition('plän.pdf')).toBe(`attachment; filename="pl_n.pdf"; filename*=UTF-8''pl%C3%A4n.pdf`)
  expect(contentDisposition(`a"\\'b.txt`)).toBe(`attachment; filename="a__'b.txt"; filename*=UTF-8''a%22%5C%27b.txt`)
})

it('no name breaks out of the header, and every name can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
      const header = contentDisposition(name)
      expect(header).toMatch(/^attachment; filename="[^"\\\r\n]*"(?:; filename\*=UTF-8''[A-Za-z0-9%._~-]*)?$/)
      const [, encoded] = header.split("filename*=UTF-8''")
      const plain = /filename="([^"]*)"/.exec(header)![1]
      expect(encoded === undefined ? plain : decodeURIComponent(encoded)).toBe(name.toWellFormed())
    }),
    { numRuns: runs(300) },
  )
})
