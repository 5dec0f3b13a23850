import { expect, it } from 'vitest'
import { contentTypeOf } from './content-type.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

it.each([
  ['text/html', '/', 'text/html'],
  ['Text/HTML; Charset="ISO-8859-1"', '/', 'text/html; charset=iso-8859-1'],
  ['application/xhtml+xml;charset=utf-8', '/', 'text/html; charset=utf-8'],
  ['application/pdf', '/x', 'application/pdf'],
  ['application/pdf; charset=binary', '/x', 'application/pdf'],
  [docx, '/x', docx],
  ['text/plain', '/notes', 'text/plain'],
  ['text/plain; charset=utf-8', '/README.md', 'text/markdown; charset=utf-8'],
  ['text/plain', '/prices.CSV?x=1', 'text/csv'],
  ['application/octet-stream', '/manual.pdf', 'application/pdf'],
  ['application/octet-stream', '/manual', undefined],
  ['application/octet-stream', '/manual.zip', undefined],
  [undefined, '/a.b/page.html', 'text/html'],
  [undefined, '/', undefined],
  ['image/png', '/page.html', undefined],
  ['application/json', '/', undefined],
  ['text/html', '/picture.png', 'text/html'],
  ['constructor', '/', undefined],
  [undefined, '/notes.constructor', undefined],
])('%s at %s is read as %s', (header, path, type) => {
  expect(contentTypeOf(header, `https://example.com${path}`)).toBe(type)
})
