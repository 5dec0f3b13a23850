import { decodeHTML } from 'entities'

/**
 * Stands for what a reader of the displayed text doesn't see. An invisible character (INVISIBLE PLUS), so that it is a part
 * of no number and parts no address.
 */
export const mark = '\u2064'

/**
 * A part of a text that is displayed otherwise than it is written. In the displayed text it is a mark, and after that the
 * character that it is displayed as, if there is one.
 */
export type Markup = { source: string; shown: string }

/** No tag and no destination of a link is longer. Longer ones are text. */
const maxMarkup = 500
const maxEmphasis = 80

// Before other characters, marks among them, a backslash is one.
const escaped = '\\\\[!-/:-@[-`{-~]'
const tag = `</?[a-z][a-z\\d-]{0,40}(?:[\\s/][^<>]{0,${maxMarkup}})?>|<[!?][^<>]{0,${maxMarkup}}>`
const linkStart = '!?\\[(?=[^\\[\\]\\n]{0,200}\\][(\\[])'
const part = '[^()]{0,250}'
const linkEnd = `\\]\\(${part}(?:\\(${part}\\)${part})?\\)|\\]\\[[^\\[\\]\\n]{0,200}\\]`
const entity = '&(?:#(?:x[\\da-f]{1,6}|\\d{1,7});?|[a-z][a-z\\d]{1,31};)'
const encoded = '%(?:[2-7][\\da-f]|[cd][\\da-f]%[\\da-f]{2}|e[\\da-f](?:%[\\da-f]{2}){2}|f[0-4](?:%[\\da-f]{2}){3})'
/** Markdown of CommonMark, tags of HTML, and the escapes of both and of URLs. */
const markup = new RegExp(
  [escaped, '\\*+', '_+', '~+', '`+', tag, linkStart, linkEnd, entity, encoded, mark].join('|'),
  'isy',
)
/** What may become one of those when more text comes. */
const beginning = new RegExp(
  `(?:${[
    '\\\\',
    '\\*+',
    '_+',
    '~+',
    '`+',
    `<(?:/?(?:[a-z][a-z\\d-]{0,40}(?:[\\s/][^<>]{0,${maxMarkup}})?)?|[!?][^<>]{0,${maxMarkup}})`,
    '!?\\[[^\\[\\]\\n]{0,200}\\]?|!',
    `\\](?:\\(${part}(?:\\(${part}(?:\\)${part})?)?|\\[[^\\[\\]\\n]{0,200})?`,
    '&(?:#(?:x?[\\da-f]{0,6})?|[a-z][a-z\\d]{0,31})?',
    '%(?:[\\da-f%]{0,10})?',
  ].join('|')})$`,
  'isy',
)
const special = /[\\*_~`<![\]&%\u2064]/g
const lineBreak = /^<\/?(?:br|p|div|li|ul|ol|td|th|tr|table|h\d|hr|pre|blockquote)[\s/>]/i
const wordCharacter = /[\p{L}\p{N}]/u

/** The text as it is displayed, with a mark for each part that is displayed otherwise; those parts, in their order. */
export type DisplayedText = { text: string; markup: Markup[] }

/** Reads a text that grows as it is displayed. What could become markup waits until that is clear. */
export function displayedText(): { read(added: string, final: boolean): DisplayedText } {
  let waiting = ''
  // The character before what waits, and the length of a long emphasis that is open.
  let before = ''
  let open = 0

  /** Whether signs of emphasis are displayed as they are: apart from words, or inside of a name. */
  const isLiteral = (signs: string, previous: string, source: string, end: number): boolean => {
    const next = source[end] ?? ''
    if (previous.trim() === '' && next.trim() === '') return true
    if (signs[0] === '_') return wordCharacter.test(previous) && wordCharacter.test(next)
    // So many are what masks left, unless as many end what they begin.
    if (signs[0] !== '*' || signs.length < 4) return false
    if (open === signs.length && previous.trim() !== '') {
      open = 0
      return false
    }
    const rest = source.slice(end, end + maxEmphasis + signs.length + 1)
    const closing = /^[^\s*][^*\n]*(?<=[\p{L}\p{N}])(\*+)/u.exec(rest)?.[1]
    if (closing?.length === signs.length) open = signs.length
    return closing?.length !== signs.length
  }

  const isOpen = (source: string, at: number): boolean => {
    beginning.lastIndex = at
    if (beginning.test(source)) return true
    return source[at] === '*' && /^\*{4,}[^*\n]*\**$/.test(source.slice(at)) && source.length - at <= maxEmphasis
  }

  return {
    read(added, final) {
      const source = waiting + added
      waiting = ''
      const found: Markup[] = []
      let text = ''
      let done = 0
      special.lastIndex = 0
      const end = !final && isHighSurrogate(source.charCodeAt(source.length - 1)) ? source.length - 1 : source.length
      for (let next = special.exec(source); next; next = special.exec(source)) {
        const at = next.index
        const isMark = source[at] === mark
        if (!final && !isMark && isOpen(source, at)) {
          text += source.slice(done, at)
          waiting = source.slice(at)
          done = source.length
          before = source[at - 1] ?? before
          return { text, markup: found }
        }
        markup.lastIndex = at
        const written = isMark ? mark : markup.exec(source)?.[0]
        if (written === undefined) continue
        const to = at + written.length
        special.lastIndex = to
        const shown = shownAs(written)
        if (shown === written) continue
        if ('*_~`'.includes(written[0]!) && isLiteral(written, source[at - 1] ?? before, source, to)) continue
        text += source.slice(done, at) + mark + shown
        found.push({ source: written, shown })
        done = to
      }
      text += source.slice(done, end)
      waiting = source.slice(Math.max(done, end))
      before = source[end - 1] ?? before
      return { text, markup: found }
    },
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** The one character that markup is displayed as, or nothing. What is displayed as it is written is itself. */
function shownAs(written: string): string {
  switch (written[0]) {
    case '\\':
      return written[1]!
    case '&':
      return firstOf(decodeHTML(written.endsWith(';') ? written : `${written};`), written)
    case '%':
      return firstOf(decodePercent(written), written)
    case '<':
      return lineBreak.test(written) ? '\n' : ''
    default:
      return ''
  }
}

function firstOf(decoded: string, written: string): string {
  if (decoded === written || decoded === `${written};`) return written
  return decoded === mark ? '' : String.fromCodePoint(decoded.codePointAt(0)!)
}

function decodePercent(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
