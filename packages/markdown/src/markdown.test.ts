import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import { hideMasks, showMasks } from './masks.ts'
import { reduceAsItGrows } from './reduce-as-it-grows.ts'
import { reduceMarkdown } from './reduce-markdown.ts'
import { markdownToHtml, markdownToText, markdownToWhatsApp } from './write-markdown.ts'

/** Markdown as a model, an agent or an attacker may write it, in pieces. */
const piece = fc.constantFrom(
  ...[
    'word ',
    'Two words. ',
    '\n',
    '\n\n',
    '  ',
    '    ',
    '# ',
    '> ',
    '- ',
    '1. ',
    '2) ',
    '---\n',
    '===\n',
    '***\n',
    '\\',
    '&lt;',
  ],
  ...['*', '**', '_', '`', '```', '```\n', '~~~\n', '[', ']', '(', ')', '![', '](', '!', '<', '>', '[a]: ', '[a]', '|'],
  ...[
    '<b>',
    '</b>',
    '<script>',
    '</script>',
    '<!-- ',
    ' -->',
    '<img src=x onerror=alert(1)>',
    '<div\n',
    '<?php ',
    '<![CDATA[',
  ],
  ...[
    'https://example.com/a_b?c=d&e',
    'javascript:alert(1)',
    'JaVaScRiPt&colon;x',
    'data:text/html,x',
    'mailto:a@b.se',
    '//evil',
  ],
  ...[
    '[x](javascript:alert(1))',
    '[x](https://example.com)',
    '<javascript:alert(1)>',
    '<https://example.com>',
    'a***@e*****',
  ],
)
const text = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''))

const nodesOf = (node: Nodes): Nodes[] => [
  node,
  ...('children' in node ? (node.children as Nodes[]).flatMap(nodesOf) : []),
]
/** What a text has, read as CommonMark, that may not be in it. */
const foreign = (markdown: string): string[] =>
  nodesOf(fromMarkdown(markdown, { extensions: [{ disable: { null: ['codeIndented'] } }] })).flatMap((node) => {
    if (node.type === 'html' || node.type === 'image') return [node.type]
    return node.type === 'link' && !/^(?:https?:|mailto:)/i.test(node.url) ? [node.url] : []
  })
const grown = async (parts: string[]): Promise<string> =>
  (
    await Array.fromAsync(
      reduceAsItGrows(
        (async function* () {
          yield* parts
        })(),
      ),
    )
  ).join('')

const tag =
  /<(?:\/?(?:p|ul|li|strong|em|code|pre|ol)|br|ol start="\d{1,9}"|\/a|a href="(?:https?:\/\/|mailto:)[^"<>]*" rel="noopener noreferrer")>/gi

describe('whatever is written', () => {
  it('a reduced text has no HTML, no image and no link but to the web and to mail', () => {
    fc.assert(
      fc.property(text, (markdown) => {
        expect(foreign(reduceMarkdown(markdown))).toEqual([])
      }),
      { numRuns: runs(500) },
    )
  })

  it('nor has one that is reduced while it grows, however it comes', async () => {
    const property = fc.asyncProperty(
      text,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (markdown, sizes) => {
        const parts: string[] = []
        for (let at = 0, i = 0; at < markdown.length; i++) {
          const size = sizes[i % sizes.length]!
          parts.push(markdown.slice(at, at + size))
          at += size
        }
        expect(foreign(await grown(parts))).toEqual([])
      },
    )
    await fc.assert(property, { numRuns: runs(500) })
  })

  it('HTML has only the tags and addresses of the subset, also of a text that was never reduced', () => {
    const property = fc.property(text, (markdown) => {
      const rest = markdownToHtml(markdown).replace(tag, '')
      expect(rest).not.toMatch(/[<>]/)
      expect(markdownToHtml(markdown)).not.toMatch(/href="(?!https?:|mailto:)/i)
    })
    fc.assert(property, { numRuns: runs(500) })
  })

  it('a text of so many signs that reading them would take long is a paragraph as it stands', () => {
    for (const each of ['_a*', '[', '`', '**', '> ', '- ', '[a]: b ', '<a ']) {
      const hostile = `${each.repeat(2_000)}x${each.repeat(2_000)}`
      expect(markdownToText(hostile)).toBe(hostile.trim())
      expect(reduceMarkdown(hostile)).not.toMatch(/[<[\]`]/)
      expect(markdownToHtml(hostile).match(/<[^>]*>/g)).toEqual(['<p>', '</p>'])
    }
  })
})

it.each(['- x\n', '1. x\n', '> x\n\n', 'x\n\n', '# x\n', '~~~\n', '\n'])(
  'a text of so many blocks %j that reading them would take long is a paragraph as it stands',
  (each) => {
    const hostile = `a${each.repeat(500)}b`
    const tags = markdownToHtml(hostile).match(/<[^>]*>/g)!
    expect([...new Set(tags)]).toEqual(['<p>', '<br>', '</p>'])
  },
)

describe('a reduced text', () => {
  it.each([
    [
      'Delivery takes **three** days.\n\n- by post\n- by `bike`',
      'Delivery takes **three** days.\n\n- by post\n- by `bike`',
    ],
    ['See [our page](https://example.com/a_b).', 'See [our page](https://example.com/a_b).'],
    ['# Delivery\nThree days.', 'Delivery\n\nThree days.'],
    ['Delivery\n========\nThree days.', 'Delivery\n\nThree days.'],
    ['> Three days.\n> Or four.', 'Three days.\nOr four.'],
    ['Hello <b>Anna</b>!<br>', 'Hello Anna!'],
    ['<div>\nHello\n</div>', '\nHello\n'],
    ['![A boat](https://example.com/boat.png)', 'A boat'],
    ['[Click](javascript:alert(1)) or [here](/orders)', 'Click or here'],
    ['Write to <anna@example.com>, see <https://example.com>.', 'Write to anna@example.com, see https://example.com.'],
    ['Is 3 < 4 and 5 > 4? x<y', 'Is 3 < 4 and 5 > 4? x\\<y'],
    ['One\n\n---\n\nTwo', 'One\n\n\n\nTwo'],
  ])('of %j is %j, also while it grows', async (markdown, expected) => {
    expect(reduceMarkdown(markdown)).toBe(expected)
    expect(await grown([...markdown])).toBe(expected)
  })

  it('goes on word by word where it has no signs that wait for their end', async () => {
    const words = ['Delivery ', 'takes ', '**three** ', 'days.\n', '- by post\n', '- by bike']
    const parts = await Array.fromAsync(
      reduceAsItGrows(
        (async function* () {
          yield* words
        })(),
      ),
    )
    expect(parts.length).toBeGreaterThan(4)
    expect(parts.join('')).toBe(words.join(''))
  })
})

describe('channels', () => {
  const answer =
    'Hello **Anna**,\n\n1. open _My orders_\n2. press `Return`\n\nMore [on returns](https://example.com/returns).'

  it('get text, the signs of WhatsApp, or HTML', () => {
    expect(markdownToText(answer)).toBe(
      'Hello Anna,\n\n1. open My orders\n2. press Return\n\nMore on returns (https://example.com/returns).',
    )
    expect(markdownToWhatsApp(answer)).toBe(
      'Hello *Anna*,\n\n1. open _My orders_\n2. press `Return`\n\nMore on returns (https://example.com/returns).',
    )
    expect(markdownToHtml(answer)).toBe(
      '<p>Hello <strong>Anna</strong>,</p>\n<ol>\n<li>open <em>My orders</em></li>\n<li>press <code>Return</code></li>\n</ol>\n' +
        '<p>More <a href="https://example.com/returns" rel="noopener noreferrer">on returns</a>.</p>',
    )
  })

  it('get as text what is no Markdown of the subset', () => {
    expect(markdownToHtml('<script>alert("1")</script> [x](javascript:alert) ![A boat](x.png)')).toBe(
      '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; x A boat</p>',
    )
  })

  it.each([
    ['**Write to a********@e**********.**', '<strong>Write to a********@e**********.</strong>'],
    ['**a********@e************', '<strong>a********@e**********</strong>'],
    ['Write to a********@e**********, or call **********67.', 'Write to a********@e**********, or call **********67.'],
    ['Call **************67** today', 'Call <strong>************67</strong> today'],
    ['_b*@e*********_ and **bold**', '<em>b*@e*********</em> and <strong>bold</strong>'],
    ['Call ***-*** ** 67, **now**', 'Call ***-*** ** 67, <strong>now</strong>'],
    ['Call (***) ***-**23 or +* *** *** **71', 'Call (***) ***-**23 or +* *** *** **71'],
    ['*a* and **b** - **c** and *d*', '<em>a</em> and <strong>b</strong> - <strong>c</strong> and <em>d</em>'],
    ['Yours is ***********; **that** is all', 'Yours is ***********; <strong>that</strong> is all'],
  ])('keep the masks of %s whole, and the bold around them', (markdown, expected) => {
    expect(markdownToHtml(markdown)).toBe(`<p>${expected}</p>`)
  })

  it('lose no character of a text to masks', () => {
    fc.assert(
      fc.property(text, (markdown) => {
        const hidden = hideMasks(markdown)
        expect(hidden).toHaveLength(markdown.length)
        expect(showMasks(hidden)).toBe(markdown)
      }),
    )
  })
})
