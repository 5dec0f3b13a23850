import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { docx, paragraph, wordXml } from './docx/make-docx-for-test.ts'
import { documents, extract, hasDocuments, readDocument } from './extract-for-test.ts'
import { makePdf } from './make-pdf-for-test.ts'

const megabyte = 1024 * 1024
const code = (filename: string, content: string | Uint8Array, limits = {}) =>
  extract(filename, content, limits).then(
    ({ text }) => `text: ${text.slice(0, 80)}`,
    (error: { code?: string }) => error.code ?? `not a known error: ${error}`,
  )

/** How much more memory is held outside the heap while something runs, at most, roughly. */
async function peakGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 2)
  await work()
  clearInterval(timer)
  return Math.max(peak, process.memoryUsage.rss()) - before
}

it('an empty file is empty, whatever it is called', async () => {
  for (const extension of ['pdf', 'docx', 'txt', 'md', 'csv', 'html']) {
    expect(await code(`empty.${extension}`, '')).toBe('empty_document')
  }
  for (const blank of ['  \n\t\r\n ', '\ufeff']) expect(await code('blank.txt', blank)).toBe('no_text')
  expect(await code('blank.html', '<html><body><nav>Home</nav><script>x</script></body></html>')).toBe('no_text')
  expect(await code('blank.docx', await docx(wordXml('')))).toBe('no_text')
  expect(await code('blank.csv', '\n\n,,\n')).not.toMatch(/^not a known/)
})

it('what is not what its name says is damaged; what no name says is unsupported', async () => {
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

it('a Word document unpacks up to the limit and no further', async () => {
  expect(await code('fine.docx', await docx(wordXml(paragraph('Fine.'))))).toBe('text: Fine.')
  const inflatedBytes = 10 * megabyte
  const zeros = Buffer.alloc(100 * megabyte)
  const huge = await docx(wordXml(paragraph('Bomb.')), { 'word/media/huge.bin': zeros })
  expect(huge.length).toBeLessThan(megabyte)
  const growth = await peakGrowth(async () =>
    expect(await code('huge.docx', huge, { inflatedBytes })).toBe('document_too_complex'),
  )
  expect(growth).toBeLessThan(60 * megabyte)
  const many = await docx(
    wordXml(''),
    Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`word/${i}.bin`, zeros.subarray(0, megabyte)])),
  )
  expect(await code('many.docx', many, { inflatedBytes })).toBe('document_too_complex')
  const entries = Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`word/${i}.xml`, Buffer.alloc(0)]))
  expect(await code('entries.docx', await docx(wordXml(''), entries))).toBe('document_too_complex')
})

it('a Word document whose directory lies about sizes is unpacked no further than the limit either', async () => {
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

it('an archive within the Word document is only bytes, a nested bomb does not go off', async () => {
  const inner = deflateRawSync(Buffer.alloc(50 * megabyte))
  const nested = await docx(wordXml(paragraph('Outer.')), { 'word/embeddings/inner.zip': inner })
  expect(await code('nested.docx', nested)).toBe('text: Outer.')
})

it('a Word document whose entries lead out of it, or lie over one another, is refused', async () => {
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

it('a Word document nested without end is too complex', async () => {
  const deep = '<w:tbl><w:tr><w:tc>'.repeat(50_000)
  expect(await code('deep.docx', await docx(wordXml(deep)))).toBe('document_too_complex')
})

it('XML entities of a Word document are not expanded', async () => {
  const entities = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
  const doctype = `<!DOCTYPE x [<!ENTITY e0 "bomb">${entities}]>`
  const started = performance.now()
  const bomb = await docx(wordXml(paragraph('Before. &e12;'), doctype))
  const outcome = await code('bomb.docx', bomb)
  expect(outcome).toMatch(/^damaged_document$|^text: Before/)
  expect(outcome).not.toContain('bombbomb')
  expect(performance.now() - started).toBeLessThan(5_000)
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

it('a page nested without end is too complex, quickly; a broken one is read', async () => {
  const started = performance.now()
  expect(await code('deep.html', '<div>'.repeat(100_000))).toBe('document_too_complex')
  expect(await code('deep.html', `${'<b><i>'.repeat(50_000)}x`)).toBe('document_too_complex')
  expect(await code('unclosed.html', `${'<p>a'.repeat(30_000)}`)).toMatch(/^text: a/)
  expect(performance.now() - started).toBeLessThan(15_000)
  expect(await code('broken.html', '<p>Half a <b>page')).toBe('text: Half a page')
  for (const hostile of [
    '<'.repeat(200_000),
    '<!--'.repeat(50_000),
    `<a ${'x="'.repeat(50_000)}`,
    '&'.repeat(100_000),
  ]) {
    const before = performance.now()
    expect(await code('hostile.html', `<p>Text.</p>${hostile}`)).not.toMatch(/^not a known/)
    expect(performance.now() - before).toBeLessThan(10_000)
  }
}, 60_000)

it('a PDF above the page limit is too complex', async () => {
  const pdf = makePdf(Array.from({ length: 12 }, (_, i) => [`Page ${i} of a document.`, 'More text.']))
  expect(await code('long.pdf', pdf, { pages: 11 })).toBe('document_too_complex')
  expect(await code('long.pdf', pdf, { pages: 12 })).toMatch(/^text: Page 0/)
})

it('a PDF without its end is damaged, and one whose objects lead in a circle ends', async () => {
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

it.skipIf(!hasDocuments)(`real PDFs without their end are damaged (${documents})`, async () => {
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
