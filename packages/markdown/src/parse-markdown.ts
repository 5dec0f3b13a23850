import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { hasUserName } from './link-target.ts'

/** More than this nobody writes: what reads a tree stays within the stack, and its time does not grow by the square. */
const maxDepth = 40
const maxSigns = 1_000
/** Items, quotes, headings, fences and paragraphs: 40 µs each, quotes by the square. */
const maxBlocks = 400
const blockStart = /^[ \t]*(?:[-+*>#~]|`{3}|\d{1,9}[.)])|^[ \t]*\n/gm

const depthOf = (markdown: string): number => {
  let deepest = 0
  for (const line of markdown.split('\n')) {
    const signs = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/.exec(line)?.[0] ?? ''
    deepest = Math.max(deepest, signs.replace(/[ \t\d]/g, '').length, Math.floor(/^[ \t]*/.exec(line)![0].length / 2))
  }
  return deepest
}

const isTooComplex = (markdown: string): boolean =>
  (markdown.match(/[*_[<`]/g)?.length ?? 0) > maxSigns ||
  (markdown.match(blockStart)?.length ?? 0) > maxBlocks ||
  depthOf(markdown) > maxDepth

/** The tree of a CommonMark text without indented code. One of too many signs or blocks is one paragraph as it stands. */
export function parseMarkdown(markdown: string, { hasHtmlBlocks }: { hasHtmlBlocks: boolean }): Root {
  if (!isTooComplex(markdown)) {
    const disabled = hasHtmlBlocks ? ['codeIndented'] : ['codeIndented', 'htmlFlow']
    return fromMarkdown(markdown, { extensions: [{ disable: { null: disabled } }] })
  }
  return { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: markdown }] }] }
}

/** Whether a link may lead there: to the web, or to an e-mail address. */
export const mayLink = (url: string): boolean =>
  /^(?:https?:\/\/[^\s/]|mailto:[^\s])/i.test(url) && !/\s/.test(url) && !hasUserName(url)
