import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlToLines, htmlToText } from './html-lines.ts'

describe('HTML as text', () => {
  it.each([
    [
      'blocks and line ends',
      '<p>One</p><p>Two<br>three</p><div>four</div><div><br></div>five',
      'One\n\nTwo\nthree\n\nfour\n\nfive',
    ],
    ['white space', '<p>a\n  b\t<b> c</b>&nbsp;d</p>', 'a b c d'],
    ['preformatted text', '<pre>a  b\n  c</pre>', 'a  b\n  c'],
    ['lists', '<ul><li>a<li>b<ol><li>c<li>d</ol></ul>', '- a\n- b\n  1. c\n  2. d'],
    ['tables', '<table><tr><th>Size<th>Price<tr><td>42<td>100 kr</table>', 'Size | Price\n42 | 100 kr'],
    [
      'links',
      '<a href="https://a.example/x?y=1">here</a>, <a href="https://www.a.example/">a.example</a>',
      'here (https://a.example/x?y=1), a.example',
    ],
    ['addresses', '<a href="mailto:a@b.example">Anna</a> <a href="tel:+4670">ring</a>', 'Anna ring (tel:+4670)'],
    ['links that run programs', '<a href="javascript:x()">x</a>', 'x'],
    ['pictures', 'a <img src="cid:1" alt="a cat"> b <img src="https://t.example/pixel.gif">c', 'a [a cat] b c'],
    ['characters by name', '&aring;&#228;&#xF6; &lt;b&gt; &amp;amp; &unknown;', 'åäö <b> &amp; &unknown;'],
    ['what is not shown', '<style>p{}</style><script>x</script><title>t</title><template>y</template><!-- z -->a', 'a'],
    [
      'Word',
      '<p class=MsoNormal>a<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>b</p>',
      'a\n\nb',
    ],
    ['lines of Word', '<p class="MsoNormal">a</p><p class="MsoNormal">b</p>', 'a\nb'],
    [
      'hidden text before a newsletter',
      '<div style="display: none; max-height:0">Peek</div><span hidden>x</span>a',
      'a',
    ],
    [
      'text without size, and text in it that has one',
      '<div style="font-size:0">x<p style="Font-Size: 16px">a</p><b style="font-size:2em">y</b></div><i style="font-size:0.0px;line-height:0">z</i>',
      'a',
    ],
    ['conditional comments', '<!--[if mso]><p>x</p><![endif]-->a<![if !mso]>b<![endif]>', 'ab'],
    ['tags that are never closed', '<div><p>a<b>b<i>c', 'abc'],
    ['tags that were never opened', 'a</div></p>b</blockquote>c', 'a\n\nbc'],
    ['a part of a tag', 'a<b', 'a'],
    ['nothing', '', ''],
  ])('%s', (_, html, text) => expect(htmlToText(html)).toBe(text))

  it('tells quotes from blocks that are set in', () => {
    const lines = htmlToLines(
      'a<blockquote type="cite">b<blockquote class="gmail_quote">c</blockquote>d</blockquote><blockquote>e</blockquote>',
    )
    expect(lines.filter(({ text }) => text).map(({ text, depth, indent }) => [text, depth, indent])).toEqual([
      ['a', 0, 0],
      ['b', 1, 0],
      ['c', 2, 0],
      ['d', 1, 0],
      ['e', 0, 1],
    ])
  })

  it('never throws, and shows no word that is not there', () => {
    const pieces = fc.constantFrom(
      '<p>',
      '</p>',
      '<blockquote type=cite>',
      '</blockquote>',
      '<a href="http://x">',
      '</a>',
      '<',
      '>',
      '&',
      '&lt;',
      '<br>',
      '<!--',
      '-->',
      '<li>',
      '<td>',
      '<pre>',
      '</pre>',
      '<script>',
      '</script>',
      ' ',
      '\n',
      '"',
      "'",
      '\0',
      ' word ',
      ' annat ',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (all) => {
        const html = all.join('')
        for (const word of htmlToText(html).match(/\w{4,}/g) ?? []) expect(html).toContain(word)
      }),
    )
  })

  it('reads on as bare text where elements stand deeper than anyone writes them', () => {
    const text = htmlToText(`${'<div>'.repeat(20_000)}deep ${'<i>x</i> '.repeat(10)}`)
    expect(text).toContain('deep x x')
  })
})
