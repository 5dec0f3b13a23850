import { expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'
import { makePdf } from '../../../testing/make-pdf.ts'

const lines = ['The first line of a page.', 'The second line of it.', 'And the third.']
/** Text matrices that turn text counter-clockwise in the page's own space, started where there is room for it. */
const turned = { 0: '1 0 0 1 50 800', 90: '0 1 -1 0 50 50', 180: '-1 0 0 -1 500 50', 270: '0 -1 1 0 500 800' } as const

it('lines are read in order however the page, the text on it, or both are turned', async () => {
  for (const rotate of [0, 90, 180, 270] as const) {
    for (const [degrees, matrix] of Object.entries(turned)) {
      const { text } = await extract('turned.pdf', makePdf([lines], { rotate, matrix }))
      expect([rotate, degrees, text.split(/\s+/).join(' ')]).toEqual([rotate, degrees, lines.join(' ')])
    }
  }
})
