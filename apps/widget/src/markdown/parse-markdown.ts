import { hasUserName, hiddenTarget, linkWords } from '@frontdesk/markdown/link-target'

export type Inline =
  | { type: 'text'; text: string; start: number }
  | { type: 'strong'; children: Inline[] }
  | { type: 'emphasis'; children: Inline[] }
  | { type: 'code'; text: string; start: number }
  | { type: 'link'; href: string; children: Inline[] }

export type Block =
  | { type: 'paragraph'; lines: Inline[][]; end: number }
  | { type: 'list'; first: number | undefined; items: { children: Inline[]; end: number }[]; end: number }
  | { type: 'code'; text: string; end: number }

const safeAddress = /^(?:https:\/\/|mailto:|tel:)/i
const item = /^ {0,3}(?:[-*+]|(\d{1,9})[.)]) +(?=\S)/
/** Three signs or more are masked data, such as `a********@e****`. */
const marks =
  /[*_]{3,}|(\*\*|__)(?=\S)([\s\S]*?\S)\1|(`+)([\s\S]+?)\3|\[([^\][]*)\]\(([^()\s]*)\)|([*_])(?=\S)([\s\S]*?\S)\7|\bhttps:\/\/[^\s<>()[\]]+[^\s<>()[\].,;:!?"'*_]/g

const sign = /[*_[`]/
/** Nobody writes a line with more signs: the time of one grows by more than the square. It is shown as it stands. */
const maxSigns = 300

/** An address that may be a link; undefined for every other scheme, and with a user name that reads as the host. */
export const linkOf = (address: string): string | undefined =>
  safeAddress.test(address) && !hasUserName(address) ? address : undefined

/** The marks in a line that begins at `offset` of the message. Underscores inside of words mean nothing. */
function parseInline(text: string, offset: number): Inline[] {
  if (text.split(sign).length > maxSigns) return [{ type: 'text', text, start: offset }]
  const found: Inline[] = []
  let at = 0
  const plain = (end: number) => {
    if (end > at) found.push({ type: 'text', text: text.slice(at, end), start: offset + at })
  }
  for (const match of text.matchAll(marks)) {
    if (/^[*_]+$/.test(match[0])) continue
    const [whole, strong, bold, ticks, code, label, address, sign, slanted] = match
    const { index } = match
    const inWord =
      (strong ?? sign)?.startsWith('_') && /\w/.test((text[index - 1] ?? '') + (text[index + whole.length] ?? ''))
    const isMark = ticks || strong || sign
    const href = isMark ? undefined : linkOf(address ?? whole)
    if (inWord || !(isMark || href)) continue
    plain(index)
    if (strong) found.push({ type: 'strong', children: parseInline(bold!, offset + index + 2) })
    else if (ticks) found.push({ type: 'code', text: code!, start: offset + index + ticks.length })
    else if (sign) found.push({ type: 'emphasis', children: parseInline(slanted!, offset + index + 1) })
    else if (label !== undefined) {
      const words = linkWords(label) || href!
      const children: Inline[] = [{ type: 'text', text: words, start: offset + index + 1 }]
      const target = hiddenTarget(words, href!)
      if (target) children.push({ type: 'text', text: ` (${target})`, start: offset + index + 1 + label.length })
      found.push({ type: 'link', href: href!, children })
    } else found.push({ type: 'link', href: whole, children: [{ type: 'text', text: whole, start: offset + index }] })
    at = index + whole.length
  }
  plain(text.length)
  return found
}

/**
 * The Markdown that messages may have: paragraphs, lists, bold, italic, code and links. Everything else is text. Each block
 * knows where it ends in the message, so that citations can be shown after what they support.
 */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let offset = 0
  let fence: { type: 'code'; text: string; end: number } | undefined
  let fenceLength = 0
  let isOpen = false
  for (const line of text.split('\n')) {
    const start = offset
    offset += line.length + 1
    const end = start + line.length
    const last = blocks.at(-1)
    // As in CommonMark: with more signs in the line it is code within a text, and only as many signs end a block.
    const signs = (fence ? /^ {0,3}(`{3,})\s*$/ : /^ {0,3}(`{3,})[^`]*$/).exec(line)?.[1]
    if (signs && !(fence && signs.length < fenceLength)) {
      if (fence) fence = undefined
      else blocks.push((fence = { type: 'code', text: '', end }))
      fenceLength = signs.length
      isOpen = false
    } else if (fence) {
      fence.text += (fence.text && '\n') + line
      fence.end = end
    } else if (!line.trim()) isOpen = false
    else {
      const [sign, number] = item.exec(line) ?? []
      if (sign) {
        const entry = { children: parseInline(line.slice(sign.length), start + sign.length), end }
        const isOrdered = number !== undefined
        if (last?.type === 'list' && (last.first !== undefined) === isOrdered) {
          last.items.push(entry)
          last.end = end
        } else blocks.push({ type: 'list', first: isOrdered ? Number(number) : undefined, items: [entry], end })
      } else if (isOpen && last?.type === 'list') {
        const entry = last.items.at(-1)!
        entry.children.push({ type: 'text', text: ' ', start: start - 1 }, ...parseInline(line, start))
        entry.end = last.end = end
      } else if (isOpen && last?.type === 'paragraph') {
        last.lines.push(parseInline(line, start))
        last.end = end
      } else blocks.push({ type: 'paragraph', lines: [parseInline(line, start)], end })
      isOpen = true
    }
  }
  return blocks
}

const wordsOf = (inlines: Inline[]): string =>
  inlines.map((each) => ('children' in each ? wordsOf(each.children) : each.text)).join('')

/** The words of a message alone, for assistive technology and lists. */
export const textOf = (text: string): string =>
  parseMarkdown(text)
    .map((block) => {
      if (block.type === 'code') return block.text
      return block.type === 'list'
        ? block.items.map(({ children }) => wordsOf(children)).join(', ')
        : block.lines.map(wordsOf).join(' ')
    })
    .join(' ')
