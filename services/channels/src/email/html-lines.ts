import { Parser } from 'htmlparser2'
import {
  attributions,
  blocks,
  dropped,
  paragraphs,
  quoteStarts,
  quotingClasses,
  signatures,
  yahooSignature,
} from './html-marks.ts'
import { mailLimits } from './mail-limits.ts'
import { isWithoutSize } from './text-size.ts'

/** A line of a mail's text with what its place in the HTML (or its `>` signs) says of it. */
export type Line = {
  text: string
  /** Quotes that it stands in. */
  depth: number
  /** Blockquotes that say nothing of quoting: some programs quote so, others indent so. */
  indent: number
  /** It stands in what the program marked as a signature. */
  isSignature: boolean
  /**
   * `attribution`: in what the program marked as the line before a quote. `quote`: the program says that all from here on
   * is quoted. `rule`: a drawn line.
   */
  mark?: 'attribution' | 'quote' | 'rule'
}

/** Open elements that are read; a thread of fifty replies makes two hundred. What is deeper is read as bare text. */
const maxDepth = 600
/** Characters that are given to the parser before the depth is looked at again. */
const chunkCharacters = 8_192
const maxLinkCharacters = 300
/** A line without an end is cut here, so that looking at the line costs no more than this. */
const maxLineCharacters = 10_000

type Element = {
  name: string
  isDropped: boolean
  /** Its text has no size. */
  isTiny: boolean
  isPre: boolean
  isBlock: boolean
  /** A paragraph that is set without space around it, as Word sets its lines. */
  isTight: boolean
  isSignature: boolean
  isAttribution: boolean
  depth: number
  indent: number
  href: string | undefined
  /** Where the label of a link begins in the line. */
  labelFrom: number
  list: { isOrdered: boolean; count: number; level: number } | undefined
}

const root: Element = {
  name: '',
  isDropped: false,
  isTiny: false,
  isPre: false,
  isBlock: false,
  isTight: false,
  isSignature: false,
  isAttribution: false,
  depth: 0,
  indent: 0,
  href: undefined,
  labelFrom: 0,
  list: undefined,
}

/** Whether a style hides its element: how newsletters and shops hide the text that only the list of mails is to show. */
function hides(attributes: Record<string, string>): boolean {
  if ('hidden' in attributes) return true
  const style = (attributes.style ?? '').slice(0, 2_000).toLowerCase().replaceAll(' ', '')
  const declarations = style.split(';')
  return declarations.some((each) =>
    [
      'display:none',
      'display:none!important',
      'visibility:hidden',
      'mso-hide:all',
      'max-height:0',
      'max-height:0px',
    ].includes(each),
  )
}

/** HTML of a mail as lines; time and memory grow with its length alone, whatever it is. Never throws. */
export function htmlToLines(html: string): Line[] {
  const reader = new LineReader()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: () => reader.close(),
      ontext: (text) => reader.text(text),
    },
    { decodeEntities: true },
  )
  const source = html.slice(0, mailLimits.htmlCharacters)
  let at = 0
  while (at < source.length && reader.depth <= maxDepth) {
    parser.write(source.slice(at, at + chunkCharacters))
    at += chunkCharacters
  }
  if (at < source.length) reader.text(withoutTags(source.slice(at)))
  else parser.end()
  return reader.end()
}

/** HTML of a mail as plain text: links with their addresses, lists and tables as lines, nothing that is hidden. */
export function htmlToText(html: string): string {
  return joinLines(htmlToLines(html))
}

/** Lines as text, with no more than one empty line in a row and none at the ends. */
export function joinLines(lines: readonly Pick<Line, 'text'>[]): string {
  const kept: string[] = []
  for (const { text } of lines)
    if (text.trim() !== '' || (kept.length > 0 && kept.at(-1) !== '')) kept.push(text.trimEnd())
  while (kept.at(-1) === '') kept.pop()
  return kept.join('\n')
}

function withoutTags(html: string): string {
  let text = ''
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    if (open < 0) return text + html.slice(at)
    text += `${html.slice(at, open)} `
    const close = html.indexOf('>', open)
    if (close < 0) return text
    at = close + 1
  }
  return text
}

const isParagraph = (element: Element): boolean => paragraphs.has(element.name) && !element.isTight
/** Whether text of the two stands in places that mean something else. */
const isOther = (a: Element, b: Element): boolean =>
  a.depth !== b.depth || a.isSignature !== b.isSignature || a.isAttribution !== b.isAttribution

class LineReader {
  readonly #lines: Line[] = []
  readonly #stack: Element[] = [root]
  /** Grown by pieces, and so not looked into while it grows: that would copy it each time. */
  #line = ''
  #endsInSpace = false
  /** A hard space was seen: alone in a block it is an empty line, as Word writes them. */
  #isSpaced = false
  #mark: Line['mark']
  #started: Element | undefined
  #wantsBlank = false

  get depth(): number {
    return this.#stack.length
  }

  get #top(): Element {
    return this.#stack.at(-1)!
  }

  open(name: string, attributes: Record<string, string>): void {
    const parent = this.#top
    const element = this.#elementOf(name, attributes, parent)
    if (!element.isDropped) this.#before(name, attributes, element, parent)
    this.#stack.push(element)
  }

  close(): void {
    const element = this.#stack.length > 1 ? this.#stack.pop()! : root
    if (element.isDropped) return
    if (element.href !== undefined) this.#endLink(element)
    if (isParagraph(element)) this.#break(true)
    else if (element.isBlock || isOther(element, this.#top)) this.#break(false)
  }

  text(text: string): void {
    const top = this.#top
    if (top.isDropped || top.isTiny) return
    if (!top.isPre) {
      this.#append(text.replaceAll(/[ \t\r\n\f]+/g, ' '))
      return
    }
    const [first = '', ...rest] = text.replaceAll('\r\n', '\n').split('\n')
    this.#append(first)
    for (const line of rest) {
      this.#flush(true)
      this.#append(line)
    }
  }

  end(): Line[] {
    this.#flush(false)
    return this.#lines
  }

  #elementOf(name: string, attributes: Record<string, string>, parent: Element): Element {
    const words = `${attributes.id ?? ''} ${attributes.class ?? ''}`.slice(0, 500).toLowerCase().split(/\s+/)
    const isQuote =
      (name === 'blockquote' &&
        (attributes.type?.toLowerCase() === 'cite' || words.some((w) => quotingClasses.has(w)))) ||
      // Yahoo puts letters of its own before its names: `ydp1a2b3cyahoo_quoted`.
      (name === 'div' && words.some((word) => word.endsWith('yahoo_quoted')))
    if (words.some((word) => quoteStarts.has(word))) this.#markNext('quote')
    const style = (attributes.style ?? '').slice(0, 2_000).toLowerCase()
    const isList = name === 'ul' || name === 'ol'
    return {
      name,
      isDropped: parent.isDropped || dropped.has(name) || hides(attributes),
      isTiny: isWithoutSize(style.replaceAll(' ', ''), parent.isTiny),
      isPre: name === 'pre' || parent.isPre || /white-space:\s?(?:pre|break-spaces)/.test(style),
      isBlock: blocks.has(name) || paragraphs.has(name),
      isTight: name === 'p' && (words.some((word) => word.startsWith('mso')) || /margin(?:-bottom)?:\s?0/.test(style)),
      isSignature: parent.isSignature || words.some((word) => signatures.has(word) || yahooSignature.test(word)),
      isAttribution: parent.isAttribution || words.some((word) => attributions.has(word)),
      depth: parent.depth + (isQuote ? 1 : 0),
      indent: parent.indent + (name === 'blockquote' && !isQuote ? 1 : 0),
      href: name === 'a' ? attributes.href : undefined,
      labelFrom: this.#line.length,
      list: isList ? { isOrdered: name === 'ol', count: 0, level: (parent.list?.level ?? 0) + 1 } : parent.list,
    }
  }

  #before(name: string, attributes: Record<string, string>, element: Element, parent: Element): void {
    if (isParagraph(element)) this.#break(element.list === undefined || parent.list === undefined)
    else if (element.isBlock || isOther(element, parent)) this.#break(false)
    element.labelFrom = this.#line.length
    if (name === 'br') this.#flush(true, parent)
    if (name === 'hr') {
      this.#break(false)
      this.#markNext('rule')
      this.#flush(true, parent)
    }
    if (name === 'li' && element.list) {
      element.list.count++
      const bullet = element.list.isOrdered ? `${element.list.count}. ` : '- '
      this.#started = element
      this.#line = '  '.repeat(Math.min(element.list.level, 9) - 1) + bullet
      this.#endsInSpace = true
    }
    if ((name === 'td' || name === 'th') && this.#line !== '') {
      this.#line += this.#endsInSpace ? '| ' : ' | '
      this.#endsInSpace = true
    }
    const alt = name === 'img' ? (attributes.alt ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 200) : ''
    if (alt !== '' && !element.isSignature) this.#append(`[${alt}]`, parent)
  }

  #endLink(element: Element): void {
    const href = (element.href ?? '').trim()
    const label = this.#line.slice(element.labelFrom).trim()
    if (!/^(?:https?:\/\/|tel:)/i.test(href) || label === '' || label.startsWith('[')) return
    const bare = (address: string) =>
      address
        .replace(/^(?:https?:\/\/(?:www\.)?|www\.|tel:)/i, '')
        .replace(/\/$/, '')
        .toLowerCase()
    if (bare(label) === bare(href) || label.includes(href)) return
    this.#line = `${this.#line.trimEnd()} (${href.slice(0, maxLinkCharacters)})`
    this.#endsInSpace = false
  }

  #markNext(mark: Line['mark']): void {
    if (this.#mark !== 'quote') this.#mark = mark
  }

  #append(text: string, at: Element = this.#top): void {
    const isFresh = this.#line === ''
    const clean = text.replaceAll('\u00a0', ' ')
    const added = isFresh && !at.isPre ? clean.trimStart() : clean
    this.#isSpaced ||= text.includes('\u00a0')
    if (added === '') return
    if (isFresh) this.#started = at
    this.#line += this.#endsInSpace && !isFresh && !at.isPre ? added.trimStart() : added
    this.#endsInSpace = added.endsWith(' ')
    if (this.#line.length > maxLineCharacters) this.#flush(false, at)
  }

  /** Ends the line of a block, if one is begun; `isParagraph`: an empty line goes before what follows. */
  #break(isParagraph: boolean): void {
    const isEmptyLine = this.#line === '' && this.#isSpaced
    if (this.#line !== '') this.#flush(false)
    if (isParagraph || isEmptyLine) this.#wantsBlank = true
    this.#isSpaced = false
  }

  #flush(evenEmpty: boolean, at: Element = this.#top): void {
    const text = this.#line.trimEnd()
    const from = this.#line === '' ? at : (this.#started ?? at)
    this.#line = ''
    if (text === '' && !evenEmpty) return
    const place = { depth: from.depth, indent: from.indent, isSignature: from.isSignature }
    if (this.#wantsBlank && this.#lines.at(-1)?.text !== '') this.#lines.push({ text: '', ...place })
    this.#wantsBlank = false
    const mark = this.#mark ?? (from.isAttribution ? 'attribution' : undefined)
    this.#lines.push({ text, ...place, ...(mark && { mark }) })
    if (mark !== 'quote' || text !== '') this.#mark = undefined
  }
}
