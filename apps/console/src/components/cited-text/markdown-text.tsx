import { hiddenTarget, linkWords } from '@frontdesk/markdown/link-target'
import { mayLink, parseMarkdown } from '@frontdesk/markdown/parse'
import type { Link, Nodes, Parents } from 'mdast'
import { Fragment, type ReactNode, useMemo } from 'react'
import { splitAtMarks } from './citation-marks.ts'
import { type Mark, plain } from './marked-text.tsx'

const children = (node: Parents, mark: Mark): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name, and never move
  node.children.map((child, i) => <Fragment key={i}>{shown(child, mark)}</Fragment>)

/** What a link says, without marks. */
const wordsOf = (node: Nodes): string =>
  'children' in node ? node.children.map(wordsOf).join('') : 'value' in node ? node.value : ''

/** The node, with words that turn nothing around them. */
function straightened<N extends Nodes>(node: N): N {
  if ('children' in node) return { ...node, children: node.children.map(straightened) }
  return 'value' in node ? { ...node, value: linkWords(node.value) } : node
}

/** A link with where it leads, if its words name another place. */
function link(given: Link, mark: Mark): ReactNode {
  const node = straightened(given)
  const { url } = node
  if (!mayLink(url)) return children(node, mark)
  const target = hiddenTarget(
    splitAtMarks(wordsOf(node))
      .filter((part) => typeof part === 'string')
      .join(''),
    url,
  )
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {children(node, mark)}
      {target && ` (${target})`}
    </a>
  )
}

/** Elements of the Markdown that messages have (docs/conversations.md); of all else its words. Never HTML. */
function shown(node: Nodes, mark: Mark): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{children(node, mark)}</p>
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{children(node, mark)}</ol> : <ul>{children(node, mark)}</ul>
    case 'listItem':
      return <li>{children(node, mark)}</li>
    case 'strong':
      return <strong>{children(node, mark)}</strong>
    case 'emphasis':
      return <em>{children(node, mark)}</em>
    case 'inlineCode':
      return <code>{plain(node.value, mark)}</code>
    case 'code':
      return <pre>{plain(node.value, mark)}</pre>
    case 'break':
      return <br />
    case 'link':
      return link(node, mark)
    default:
      return 'children' in node ? children(node, mark) : 'value' in node ? plain(node.value, mark) : null
  }
}

/** A Markdown text whose sources are marked. */
export function MarkdownText({ text, mark }: { text: string; mark: Mark }) {
  const tree = useMemo(() => parseMarkdown(text, { hasHtmlBlocks: false }), [text])
  return shown(tree, mark)
}
