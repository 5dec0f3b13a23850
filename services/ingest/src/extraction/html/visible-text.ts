import { type MarkupHandler, parseMarkup } from './markup.ts'

/** The last value of a property in a style attribute. */
function declared(style: string, property: string): string | undefined {
  let value: string | undefined
  for (const each of style.split(';')) {
    const colon = each.indexOf(':')
    if (colon < 0 || each.slice(0, colon).trim().toLowerCase() !== property) continue
    value = each
      .slice(colon + 1)
      .toLowerCase()
      .replace('!important', '')
      .replace('! important', '')
      .trim()
  }
  return value
}

const zero = /^\+?(?:0+(?:\.0*)?|\.0+)(?:%|[a-z]{1,4})?$/
const isZero = (value: string | undefined): boolean => value !== undefined && zero.test(value)
const weight = /^[1-9]00$/

/** The size in `font: bold 0/1 Arial`. */
const sizeInFont = (style: string): string | undefined =>
  declared(style, 'font')
    ?.split(/\s+/)
    .find((part) => /^[\d.+]/.test(part) && !weight.test(part))
    ?.split('/')[0]

/** What fades or moves into a page is there to be read. */
const animation = /(?:transform|transition|animation|will-change|filter)[a-z-]{0,20}\s{0,5}:/i

/** How the text of an element is shown. An element inside may have a size again, or be visible again. */
type Shown = { isHidden: boolean; hasSize: boolean; isVisible: boolean }
const shown: Shown = { isHidden: false, hasSize: true, isVisible: true }
/** Of nothing, a part is nothing. */
const isRelative = (size: string): boolean => /[\d.]em$|%$|^smaller$|^larger$/.test(size)

function shownOf({ style = '', hidden, ...attributes }: Record<string, string>, around: Shown): Shown {
  if (around.isHidden) return around
  const display = declared(style, 'display')
  const isMarked = hidden !== undefined && hidden.toLowerCase() !== 'until-found' && (display ?? 'none') === 'none'
  if (isMarked || attributes['aria-hidden']?.trim().toLowerCase() === 'true') return { ...around, isHidden: true }
  if (style === '') return around
  const isHidden =
    display === 'none' ||
    declared(style, 'mso-hide') === 'all' ||
    (isZero(declared(style, 'opacity')) && !animation.test(style))
  const size = declared(style, 'font-size') ?? sizeInFont(style) ?? 'inherit'
  const visibility = declared(style, 'visibility') ?? 'inherit'
  return {
    isHidden,
    hasSize: size === 'inherit' || isRelative(size) ? around.hasSize && !isZero(size) : !isZero(size),
    isVisible: visibility === 'inherit' ? around.isVisible : visibility !== 'hidden' && visibility !== 'collapse',
  }
}

/** Hands on what people see: not the text that a style makes invisible or gives no size, or that is marked as hidden. */
export function visibleOnly(
  handler: MarkupHandler,
  onHidden: (start: number, end: number) => void = () => {},
): MarkupHandler {
  const around: Shown[] = []
  let now = shown
  return {
    open(name, attributes) {
      around.push(now)
      now = shownOf(attributes, now)
      handler.open(name, attributes)
    },
    text(text, start, end) {
      if (!now.isHidden && now.hasSize && now.isVisible) handler.text(text, start, end)
      else onHidden(start, end)
    },
    close(name) {
      now = around.pop() ?? now
      handler.close(name)
    },
    lost() {
      around.length = 0
      handler.lost?.()
    },
  }
}

/** A page without the text that people don't see; its elements stay. */
export function withoutHiddenText(html: string): string {
  const kept: string[] = []
  let from = 0
  const nothing = { open() {}, text() {}, close() {} }
  const cutter = visibleOnly(nothing, (start, end) => {
    kept.push(html.slice(from, start))
    from = end
  })
  for (const _ of parseMarkup(html, cutter));
  return kept.length === 0 ? html : kept.join('') + html.slice(from)
}
