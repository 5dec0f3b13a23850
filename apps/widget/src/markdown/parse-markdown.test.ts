import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, type Inline, linkOf, parseMarkdown, textOf } from './parse-markdown.ts'

const text = (value: string, start: number): Inline => ({ type: 'text', text: value, start })

test('paragraphs, bold, italic, code and links', () => {
  expect(parseMarkdown('See **our *new* terms** and `a*b*c`.\n\n[Returns](https://shop.example/returns)')).toEqual([
    {
      type: 'paragraph',
      end: 36,
      lines: [
        [
          text('See ', 0),
          {
            type: 'strong',
            children: [text('our ', 6), { type: 'emphasis', children: [text('new', 11)] }, text(' terms', 15)],
          },
          text(' and ', 23),
          { type: 'code', text: 'a*b*c', start: 29 },
          text('.', 35),
        ],
      ],
    },
    {
      type: 'paragraph',
      end: 77,
      lines: [[{ type: 'link', href: 'https://shop.example/returns', children: [text('Returns', 39)] }]],
    },
  ])
})

test('lists, with numbers that start anywhere', () => {
  expect(parseMarkdown('- one\n- two\n  more\n\n3. three\n4. four')).toMatchObject([
    { type: 'list', first: undefined, items: [{ end: 5 }, { end: 18 }] },
    { type: 'list', first: 3, items: [{}, {}] },
  ])
  expect(textOf('Do this:\n- **one**\n- two')).toBe('Do this: one, two')
})

test('names with underscores, masked data and lonely signs stay as they are', () => {
  for (const words of ['my_order_id and _x', 'a********@e**********', '5 * 3 * 2', '[1] (2)', '2 ** 3', '_'])
    expect(textOf(words), words).toBe(words)
})

test('an address in the text is a link without the sign after it', () => {
  expect(parseMarkdown('See https://a.example/b?c=d.')).toMatchObject([
    { lines: [[text('See ', 0), { type: 'link', href: 'https://a.example/b?c=d' }, text('.', 27)]] },
  ])
})

const linksIn = (inlines: Inline[]): string[] =>
  inlines.flatMap((each) => [
    ...(each.type === 'link' ? [each.href] : []),
    ...('children' in each ? linksIn(each.children) : []),
  ])
const inlinesOf = (block: Block): Inline[] =>
  block.type === 'code' ? [] : block.type === 'list' ? block.items.flatMap((one) => one.children) : block.lines.flat()

test('no text becomes a link to another scheme than https, mailto and tel', () => {
  expect(
    parseMarkdown('[x](javascript:alert(1)) [y](http://a.example) [z](data:text/html,a)').flatMap(inlinesOf),
  ).toEqual([expect.objectContaining({ type: 'text' })])
  const piece = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    'https://a.example',
    'javascript:',
    'data:',
    '*',
    '_',
    '`',
    'a',
    ' ',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const href of parseMarkdown(pieces.join(''))
        .flatMap(inlinesOf)
        .flatMap((each) => linksIn([each])))
        expect(linkOf(href)).toBe(href)
    }),
  )
})

test('no word gets lost, and a message of signs alone takes no noticeable time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', ' ', '\n', '*', '_', '`', '- ', '[', '](', ')'), { maxLength: 40 }),
      (pieces) => {
        const letters = (value: string) => value.replace(/[^ab]/g, '')
        const whole = pieces.join('')
        // What follows a fence's signs names its language.
        if (!/```|\]\(/.test(whole)) expect(letters(textOf(whole))).toBe(letters(whole))
      },
    ),
  )
  const started = performance.now()
  for (const sign of ['*', '_', '`', '[', '**a', '[a](', '**a*', '`a', '_a*b'])
    parseMarkdown(sign.repeat(8_000 / sign.length))
  parseMarkdown(`${'`'.repeat(3_900)} ${'`a'.repeat(1_500)}`)
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('code between three signs in one line is shown, and a block ends with as many signs as it began with', () => {
  expect(textOf('```npm install``` and then')).toBe('npm install and then')
  expect(textOf(`${'`'.repeat(20)} words ${'`'.repeat(9)}`)).toContain('words')
  expect(parseMarkdown('````md\n```js\nlet a\n```\n````\nafter')).toMatchObject([
    { type: 'code', text: '```js\nlet a\n```' },
    { type: 'paragraph' },
  ])
  expect(parseMarkdown('```\n```js\n```\nafter')).toMatchObject([
    { type: 'code', text: '```js' },
    { type: 'paragraph' },
  ])
})

test('a link whose words name another place says where it leads', () => {
  const wordsOf = (source: string) => textOf(source)
  expect(wordsOf('[https://bank.example](https://evil.example/a)')).toBe('https://bank.example (evil.example)')
  expect(wordsOf('[\u202Emoc.knab](https://evil.example/a)')).toBe('moc.knab (evil.example)')
  expect(wordsOf('[Returns](https://shop.example/returns)')).toBe('Returns')
  for (const source of ['https://bank.example@evil.example/', '[here](https://bank.example@evil.example/)'])
    expect(
      parseMarkdown(source)
        .flatMap(inlinesOf)
        .flatMap((each) => linksIn([each])),
      source,
    ).toEqual([])
})
