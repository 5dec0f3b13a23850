import { type MarkupHandler, parseMarkup } from '../../../services/ingest/src/extraction/html/markup.ts'

const kept = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd table thead tbody tr td th pre code blockquote em strong b i br'.split(' '),
)
const leftOut = new Set('script style noscript header aside footer nav button svg'.split(' '))
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

type Element = Record<string, string>
type Options = { begins?(attributes: Element): boolean; isLeftOut(name: string, attributes: Element): boolean }

/** What a page says, as plain HTML: its title and, from the element that `begins` it on, headings, text, lists and tables. */
export function cleanPage(html: string, { begins, isLeftOut }: Options): string {
  const open: { isStart: boolean; isOut: boolean; isKept: boolean }[] = []
  let [inside, outside] = [begins ? 0 : 1, 0]
  let [title, isTitle] = ['', false]
  let body = ''
  const handler: MarkupHandler = {
    open(name, attributes) {
      const isStart = begins?.(attributes) ?? false
      const isOut = leftOut.has(name) || isLeftOut(name, attributes)
      if (name === 'title') isTitle = true
      if (isStart) inside++
      if (isOut) outside++
      const isKept = inside > 0 && outside === 0 && kept.has(name)
      if (isKept) body += `<${name}>`
      open.push({ isStart, isOut, isKept })
    },
    text(text) {
      if (isTitle) title += text
      else if (inside > 0 && outside === 0) body += escaped(text)
    },
    close(name) {
      const element = open.pop()
      if (name === 'title') isTitle = false
      if (element?.isKept && name !== 'br') body += `</${name}>`
      if (element?.isStart) inside--
      if (element?.isOut) outside--
    },
  }
  for (const _ of parseMarkup(html, handler));
  return `<!doctype html><meta charset="utf-8"><title>${escaped(title.trim())}</title><body>${body}</body>`
}
