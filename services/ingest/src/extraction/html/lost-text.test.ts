import { expect, it } from 'vitest'
import type { Piece } from '../document.ts'
import { readHtml } from './read-html.ts'
import { withLostText } from './with-lost-text.ts'

const sentences = (of: string) =>
  Array.from({ length: 4 }, (_, i) => `This is sentence ${i} about ${of}, long enough to count as text.`).join(' ')
const textsOf = async (html: string) => {
  const { pieces } = await readHtml(Buffer.from(html))
  const texts: string[] = []
  for await (const { text } of pieces) texts.push(text)
  return texts
}

it.each([
  'related-articles',
  'share-a-folder',
  'are-there-copyright-restrictions',
  'comments-in-code',
  'newsletter-settings',
  'how-to-print-an-advert',
])('keeps a section whose id comes from its heading: %s', async (id) => {
  const heading = id.replaceAll('-', ' ')
  const section = (name: string, about: string) =>
    `<section id="${name}"><h2>${about}</h2><p>${sentences(about)}</p></section>`
  const html = `<html><body><nav><a href="/">Home</a></nav><main><article><h1>Questions</h1>${section('first', 'the first')}${section(id, heading)}${section('last', 'the last')}</article></main></body></html>`
  expect(await textsOf(html)).toEqual(
    expect.arrayContaining([heading, sentences(heading), sentences('the first'), sentences('the last')]),
  )
})

it('keeps a long stretch in the midst of the main content, whatever its class', async () => {
  const part = (name: string) => `<div class="${name}"><h3>About ${name}</h3><p>${sentences(name)}</p></div>`
  const html = `<article><h1>Guide</h1><p>${sentences('the start')}</p>${part('related-posts')}<p>${sentences('the end')}</p></article>`
  expect(await textsOf(html)).toContain(sentences('related-posts'))
})

it('keeps the spaces of the page', async () => {
  const html = `<article><h1>Keys</h1><p>${sentences('keys')}</p><p>Press Ctrl + ; and open the .log file ( there ) .</p><p>${sentences('more')}</p></article>`
  expect(await textsOf(html)).toContain('Press Ctrl + ; and open the .log file ( there ) .')
})

it('puts back no buttons, and nothing that is there in another form', () => {
  const piece = (text: string, kind: Piece['kind'] = 'paragraph'): Piece => ({ kind, text })
  const [first, last] = [piece(sentences('one')), piece(sentences('two'))]
  expect(withLostText([first, last], [first, piece('Share'), piece('Print'), last])).toEqual([first, last])
  const [list, table] = [piece(`- ${sentences('a list')}`, 'list'), piece(`Note\n- ${sentences('a list')}`, 'table')]
  expect(withLostText([first, table, last], [first, list, last])).toEqual([first, table, last])
})
