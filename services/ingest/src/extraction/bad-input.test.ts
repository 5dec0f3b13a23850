import { deflateRawSync } from 'node:zlib'
import { slowdown } from '@frontdesk/language/testing'
import { expect, it } from 'vitest'
import { documents, extract, hasDocuments, readDocument } from '../../testing/extract.ts'
import { docx, paragraph, wordXml } from '../../testing/make-docx.ts'
import { makePdf } from '../../testing/make-pdf.ts'

const megabyte = 1024 * 1024
const code = (filename: string, content: string | Uint8Array, limits = {}) =>
  extract(filename, content, limits).then(
    ({ text }) => `text: ${text.slice(0, 80)}`,
    (error: { code?: string }) => error.code ?? `not a known error: ${error}`,
  )

it('an empty file is reported as empty, whatever its name', async () => {
  for (const extension of ['pdf', 'docx', 'txt', 'md', 'csv', 'html']) {
    expect(await code(`empty.${extension}`, '')).toBe('empty_document')
  }
  for (const blank of ['  \n\t\r\n ', '\ufeff']) expect(await code('blank.txt', blank)).toBe('no_text')
  expect(await code('blank.html', '<html><body><nav>Home</nav><script>x</script></body></html>')).toBe('no_text')
  expect(await code('blank.docx', await docx(wordXml('')))).toBe('no_text')
  expect(await code('blank.csv', '\n\n,,\n')).not.toMatch(/^not a known/)
})

it('a file that does not match its extension is damaged; an unknown extension is unsupported', async () => {
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82])
  for (const name of ['picture.pdf', 'picture.docx', 'picture.txt', 'picture.csv', 'picture.html', 'picture.md']) {
    expect([name, await code(name, png)]).toEqual([name, 'damaged_document'])
  }
  const binary = Uint8Array.from({ length: 4_096 }, (_, i) => (i * 7_919) % 256)
  expect(await code('binary.txt', binary)).toBe('damaged_document')
  expect(await code('page.txt', '%PDF-1.7')).toBe('damaged_document')
  expect(await code('archive.txt', await docx(wordXml('')))).toBe('damaged_document')
  for (const name of ['tool.exe', 'picture.gif', 'noextension', '.pdf.zip', 'x.', '']) {
    expect(await code(name, 'MZ')).toBe('unsupported_media_type')
  }
})

it('a Word document whose directory lies about sizes is also unpacked only up to the limit', async () => {
  const huge = Buffer.from(
    await docx(wordXml(paragraph('Lie.')), { 'word/media/huge.bin': Buffer.alloc(120 * megabyte) }),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32LE(30 * megabyte)
  for (let at = huge.indexOf(size); at >= 0; at = huge.indexOf(size, at + 4)) huge.writeUInt32LE(10, at)
  expect(await code('lie.docx', huge, { inflatedBytes: 10 * megabyte })).toMatch(
    /document_too_complex|damaged_document/,
  )
})

it('an archive inside a Word document stays packed, so a nested zip bomb does nothing', async () => {
  const inner = deflateRawSync(Buffer.alloc(50 * megabyte))
  const nested = await docx(wordXml(paragraph('Outer.')), { 'word/embeddings/inner.zip': inner })
  expect(await code('nested.docx', nested)).toBe('text: Outer.')
})

it('a Word document with entries that leave the archive or overlap is rejected', async () => {
  const astray = Buffer.from(await docx(wordXml(paragraph('Out.')), { 'word/aa/aa/x.xml': 'x' }))
  for (let at = astray.indexOf('aa/aa/x'); at >= 0; at = astray.indexOf('aa/aa/x', at + 1)) {
    astray.write('../../x', at, 'latin1')
  }
  expect(await code('astray.docx', astray)).toBe('damaged_document')
  // Every entry of the directory names the same bytes: a kilobyte that unpacks to a megabyte, some hundred times.
  const names = Array.from({ length: 120 }, (_, i) => `word/over${String(i).padStart(3, '0')}.bin`)
  const overlapping = Buffer.from(
    await docx(wordXml(''), Object.fromEntries(names.map((name) => [name, Buffer.alloc(megabyte)]))),
  )
  const centralHeader = Buffer.from('PK\u0001\u0002', 'latin1')
  let first: number | undefined
  for (let at = overlapping.indexOf(centralHeader); at >= 0; at = overlapping.indexOf(centralHeader, at + 4)) {
    if (overlapping.toString('latin1', at + 46, at + 55) !== 'word/over') continue
    first ??= overlapping.readUInt32LE(at + 42)
    overlapping.writeUInt32LE(first, at + 42)
  }
  expect(first).toBeDefined()
  expect(await code('over.docx', overlapping, { inflatedBytes: 50 * megabyte })).toBe('document_too_complex')
})

it('cells of megabytes, in CSV and in Word, are text like any other', async () => {
  const huge = 'word '.repeat(1_000_000)
  expect(await code('huge.csv', `name,value\nx,"${huge}"\n`)).toMatch(/^text: name: x\nvalue: word/)
  const cell = `<w:tbl><w:tr><w:tc>${paragraph(huge)}</w:tc></w:tr></w:tbl>`
  expect(await code('huge.docx', await docx(wordXml(cell)))).toMatch(/^text: word word/)
})

it('a Word document that is nested too deeply is too complex', async () => {
  const deep = '<w:tbl><w:tr><w:tc>'.repeat(50_000)
  expect(await code('deep.docx', await docx(wordXml(deep)))).toBe('document_too_complex')
})

it('XML entities of a Word document are not expanded', async () => {
  const entities = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
  const doctype = `<!DOCTYPE x [<!ENTITY e0 "bomb">${entities}]>`
  const bomb = await docx(wordXml(paragraph('Before. &e12;'), doctype))
  const outcome = await code('bomb.docx', bomb)
  expect(outcome).toMatch(/^damaged_document$|^text: Before/)
  expect(outcome).not.toContain('bombbomb')
  const external = `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>`
  expect(await code('external.docx', await docx(wordXml(paragraph('&file;'), external)))).not.toContain('root')
})

it('damaged archives and XML are damaged documents', async () => {
  const good = await docx(wordXml(paragraph('Good.')))
  expect(await code('cut.docx', good.subarray(0, good.length >> 1))).toBe('damaged_document')
  expect(await code('xml.docx', await docx('<w:document'))).toMatch(/damaged_document|no_text/)
  expect(await code('junk.docx', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200, 7)]))).toBe(
    'damaged_document',
  )
})

it('a page that is nested deeply and a malformed page are read', async () => {
  expect(await code('deep.html', '<div>'.repeat(100_000))).toBe('no_text')
  expect(await code('deep.html', `<p>Intro.</p>${'<b><i>'.repeat(50_000)}x`)).toBe('text: Intro.\n\nx')
  expect(await code('deep.html', `${'<div>'.repeat(9_000)}x${'</div>'.repeat(9_000)}<p>End.`)).toBe('text: x\n\nEnd.')
  const hidden = `<div style="display:none">${'<div>'.repeat(9_000)}secret`
  expect(await code('deep.html', `<p>Text.</p>${hidden}`)).toBe('text: Text.')
  expect(await code('unclosed.html', `${'<p>a'.repeat(30_000)}`)).toMatch(/^text: a/)
  expect(await code('broken.html', '<p>Half a <b>page')).toBe('text: Half a page')
}, 60_000)

// The main content is looked for where there are at most 20,000 marks. Lengths are such that short and long go the same way.
it.each([
  ['<div>', '<p>Text.</p>', 1_250_000],
  ['<b><i>', '<p>Text.</p>', 1_500_000],
  ['<', '<p>Text.</p>', 8_000],
  ['<!--', '<p>Text.</p>', 1_000_000],
  ['x="', '<p>Text.</p><a ', 300_000],
  ['&', '<p>Text.</p>', 20_000],
])(
  'a page that repeats %j takes time in proportion to its length',
  async (unit, before, characters) => {
    const read = async (text: string) => expect(await code('hostile.html', before + text)).toMatch(/^text: Text/)
    expect(await slowdown(unit, read, characters)).toBeLessThan(4)
  },
  60_000,
)

it('a PDF above the page limit is too complex', async () => {
  const pdf = makePdf(Array.from({ length: 12 }, (_, i) => [`Page ${i} of a document.`, 'More text.']))
  expect(await code('long.pdf', pdf, { pages: 11 })).toBe('document_too_complex')
  expect(await code('long.pdf', pdf, { pages: 12 })).toMatch(/^text: Page 0/)
})

it('a truncated PDF is damaged, and a PDF with circular references terminates', async () => {
  const pdf = makePdf([['A whole line of text.'], ['Another one.']])
  const text = Buffer.from(pdf).toString('latin1')
  for (let end = 9; end < text.indexOf('startxref'); end += Math.ceil(pdf.length / 25)) {
    expect(await code('cut.pdf', pdf.subarray(0, end))).toBe('damaged_document')
  }
  const pages = text.replace(/\/Kids \[[^\]]*\]/, '/Kids [2 0 R 2 0 R]')
  expect(await code('loop.pdf', Buffer.from(pages, 'latin1'))).toMatch(/^(damaged_document|no_text)$/)
  const parent = text.replace(/\/Length \d+/, '/Length 4 0 R')
  expect(await code('length.pdf', Buffer.from(parent, 'latin1'))).toMatch(/^(damaged_document|no_text|text: .*)$/s)
  const lying = text.replace(/\/Count \d+/, '/Count 2000000000')
  expect(await code('count.pdf', Buffer.from(lying, 'latin1'))).toMatch(
    /^(document_too_complex|damaged_document|text: .*)$/s,
  )
})

it.skipIf(!hasDocuments)(`truncated real PDFs are damaged (${documents})`, async () => {
  for (const name of ['multicolumn.pdf', '20071229X02007.pdf', 'GeoTopo-komprimiert.pdf', 'habibi.pdf']) {
    const whole = readDocument(name)
    for (const share of [0.5, 0.9]) {
      expect(await code(name, whole.subarray(0, whole.length * share))).toBe('damaged_document')
    }
  }
})

it('text longer than the limit is too complex', async () => {
  expect(await code('long.txt', 'word '.repeat(300), { characters: 1_000 })).toBe('document_too_complex')
})
