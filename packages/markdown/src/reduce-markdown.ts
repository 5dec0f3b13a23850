import type { Nodes } from 'mdast'
import { mayLink, parseMarkdown } from './parse-markdown.ts'

type Edit = { start: number; end: number; text: string }

/** Each round of edits may make signs meet that were apart; text that needs more than this loses its signs. */
const maxRounds = 20

const tags = /<!--[\s\S]*?-->|<[/!?]?[a-z][^<>]*>/gi
const signs = /[<>[\]`\\]/g

const startOf = ({ position }: Nodes): number => position!.start.offset!
const endOf = ({ position }: Nodes): number => position!.end.offset!

/** What stands between the first and the last child. */
function innerOf(node: Nodes, source: string): string {
  const children = 'children' in node ? (node.children as Nodes[]) : []
  return children.length === 0 ? '' : source.slice(startOf(children[0]!), endOf(children.at(-1)!))
}

/** What stands in the place of a node that is outside of the subset; undefined for one that is in it. */
function replacementOf(node: Nodes, source: string): string | undefined {
  const own = source.slice(startOf(node), endOf(node))
  switch (node.type) {
    case 'html': {
      const bare = own.replace(tags, '')
      return bare === own ? own.replace(signs, '') : bare
    }
    case 'thematicBreak':
      return ''
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'link':
      if (own.startsWith('<')) return own.slice(1, -1)
      return mayLink(node.url) ? undefined : innerOf(node, source)
    case 'definition':
      return `\\${own}`
    case 'heading':
      return innerOf(node, source) + (/^\n(?!\n)/.test(source.slice(endOf(node))) ? '\n' : '')
    case 'blockquote':
      return own.replace(/^[ \t]*>[ \t]?/gm, '')
    default:
      return undefined
  }
}

function editsOf(node: Nodes, source: string): Edit[] {
  if (node.type === 'root' && node.position === undefined)
    return [{ start: 0, end: source.length, text: source.replace(signs, '') }]
  const text = replacementOf(node, source)
  if (text !== undefined) return [{ start: startOf(node), end: endOf(node), text }]
  if ('children' in node) return (node.children as Nodes[]).flatMap((child) => editsOf(child, source))
  if (node.type !== 'text') return []
  // What looks like a tag to others, though CommonMark takes it for text.
  const own = source.slice(startOf(node), endOf(node))
  return [...own.matchAll(/(?<!\\)<(?=[a-z/!?])/gi)].map(({ index }) => ({
    start: startOf(node) + index,
    end: startOf(node) + index,
    text: '\\',
  }))
}

/** Whether nothing in a text can be outside of the subset, so that it need not be read. */
const isPlain = (markdown: string): boolean => !/[<>[\]\\#=`~]|^[ \t]*(?:[-_*][ \t]*)+$/m.test(markdown)

/**
 * Markdown reduced to paragraphs, lists, bold, italic, code and links to the web or to e-mail addresses. Tags of HTML,
 * images, headings and the like go and their words stay; what is in the subset stays as it is written.
 */
export function reduceMarkdown(markdown: string): string {
  let source = markdown
  for (let round = 0; round < maxRounds; round++) {
    if (isPlain(source)) return source
    const edits = editsOf(parseMarkdown(source, { hasHtmlBlocks: true }), source)
    if (edits.length === 0) return source
    let reduced = ''
    let done = 0
    for (const { start, end, text } of edits) {
      reduced += source.slice(done, start) + text
      done = end
    }
    reduced += source.slice(done)
    if (reduced === source) return source
    source = reduced
  }
  return source.replace(signs, '').replace(/^[ \t]*(?:#+|=+|(?:[-_*][ \t]*){2,})[ \t]*$/gm, '')
}
