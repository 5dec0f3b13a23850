import type { Page } from 'playwright-core'

/**
 * Shows a page as in a language that reads from right to left and whose words are 40 % longer and accented. What customers and
 * colleagues wrote (`dir="auto"`) stays as it is.
 */
export async function showPseudoLanguage(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
    const accents: Record<string, string> = { a: 'å', e: 'é', i: 'î', o: 'ö', u: 'ü', n: 'ñ', s: 'š' }
    const lengthen = (text: string): string => {
      const words = text.trim()
      if (words === '' || !/\p{L}/u.test(words)) return text
      const accented = text.replace(/[aeiouns]/g, (letter) => accents[letter]!)
      const more = Math.ceil(words.length * 0.4)
      return `${accented} ${'ëxtrå löng '
        .repeat(Math.ceil(more / 11))
        .slice(0, more)
        .trim()}`
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const parent = text.parentElement!
      if (parent.closest('[dir=auto], script, style, textarea, kbd, time, svg')) continue
      const longer = lengthen(text.data)
      // A name that has the visible words goes on having them.
      const named = parent.closest('[aria-label]')
      const label = named?.getAttribute('aria-label') ?? ''
      const words = text.data.trim()
      if (words !== '' && label.includes(words)) named!.setAttribute('aria-label', label.replace(words, longer.trim()))
      text.data = longer
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]'))
      field.placeholder = lengthen(field.placeholder)
  })
}

/** Elements that lie, at least in part, beside the window, and nothing lets one scroll to them. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const found: string[] = []
    if (document.documentElement.scrollWidth > width)
      found.push(`the page is ${document.documentElement.scrollWidth} wide`)
    const isReached = (element: Element): boolean => {
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        const { overflowX, position } = getComputedStyle(each)
        // What is cut off on purpose, what scrolls, and what waits beside the window to be opened.
        if (['auto', 'scroll', 'hidden', 'clip'].includes(overflowX) && each !== element) return true
        if (position === 'fixed') return true
      }
      return false
    }
    for (const element of document.querySelectorAll('main *, section *, nav *, dialog *')) {
      if (!(element instanceof HTMLElement) || element.children.length > 0) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const { left, right, width: own } = element.getBoundingClientRect()
      if (own <= 1 || (left >= -1 && right <= width + 1) || isReached(element)) continue
      found.push(
        `${element.tagName} “${element.textContent?.slice(0, 40)}” from ${Math.round(left)} to ${Math.round(right)}`,
      )
    }
    return found
  })
