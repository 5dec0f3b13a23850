import { expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'

it.each([
  'style="display:none"',
  'style="DISPLAY : None !important"',
  "style='color:red;display:none;'",
  'style="visibility:hidden"',
  'style="opacity:0"',
  'style="opacity: 0.0; height:1px"',
  'style="font-size:0"',
  'style="font-size:0px;line-height:0"',
  'style="font:0/0 a"',
  'style="mso-hide:all"',
  'style="mso-hide: all; max-height:0"',
  'hidden',
  'hidden=""',
  'aria-hidden="true"',
])('text with %s is not read, in a small page and in a large one', async (attribute) => {
  for (const many of [1, 8_000]) {
    const more = '<p>Shown and <b>read</b>.</p>'.repeat(many)
    const hidden = `<div ${attribute}>Secret one <b>secret two</b><table><tr><td>secret three</table></div>`
    const { text } = await extract(
      'a.html',
      `<body>${hidden}${more}<p>Before <span ${attribute}>secret</span>after.</p></body>`,
    )
    expect(text).not.toMatch(/secret/i)
    expect(text).toContain('Shown and read.')
    expect(text).toContain('Before after.')
  }
})

it('text that has a size or is visible again, or that moves into the page, is read', async () => {
  for (const shown of [
    '<div style="font-size:0"><p style="font-size:16px">Shown.</p></div>',
    '<div style="visibility:hidden"><p style="visibility:visible">Shown.</p></div>',
    '<p style="opacity:0;transform:translateY(30px)">Shown.</p>',
    '<p style="opacity:0.5">Shown.</p>',
    '<p style="font-size:0.9em">Shown.</p>',
    '<p style="font: bold 12px/0 Arial">Shown.</p>',
    '<p aria-hidden="false">Shown.</p>',
    '<p hidden="until-found">Shown.</p>',
  ]) {
    expect([shown, (await extract('a.html', `<body>${shown}<p>End.</p></body>`)).text]).toEqual([
      shown,
      'Shown.\n\nEnd.',
    ])
  }
  const hidden = '<div style="font-size:0"><p style="font-size:2em">Secret.</p></div><p>End.</p>'
  expect((await extract('a.html', hidden)).text).toBe('End.')
})
