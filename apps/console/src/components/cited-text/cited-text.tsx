import type { Schemas } from '@frontdesk/client'
import { hiddenTarget, linkWords } from '@frontdesk/markdown/link-target'
import { mayLink, parseMarkdown } from '@frontdesk/markdown/parse'
import type { Link, Nodes, Parents } from 'mdast'
import { Fragment, type ReactNode, useMemo } from 'react'
import { useMessages } from '../../app/language.tsx'
import { SourceLink } from '../source-link/source-link.tsx'
import { markCitations, splitAtMarks } from './citation-marks.ts'
import styles from './cited-text.module.css'

type Props = {
  text: string
  /** Default `text`: shown as it stands. */
  format?: Schemas['MessageFormat']
  citations?: readonly Schemas['Citation'][]
  sources?: readonly Schemas['AnswerSource'][]
}

type Mark = (source: number) => ReactNode

/** Text with the numbers of its sources. */
const plain = (text: string, mark: Mark): ReactNode =>
  splitAtMarks(text).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name, and never move
    <Fragment key={i}>{typeof part === 'string' ? part : mark(part)}</Fragment>
  ))

const children = (node: Parents, mark: Mark): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
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

/** What a message says, with the number of a source behind each sentence that rests on one, and the quote behind the number. */
export function CitedText({ text, format = 'text', citations, sources = [] }: Props) {
  const messages = useMessages()
  const marked = useMemo(() => markCitations(text, citations ?? [], sources.length), [text, citations, sources.length])
  const tree = useMemo(
    () => (format === 'markdown' ? parseMarkdown(marked, { hasHtmlBlocks: false }) : undefined),
    [marked, format],
  )
  const mark: Mark = (at) => {
    const source = sources[at]!
    const quote = citations?.find((citation) => citation.source === at)?.quote ?? source.quote
    return (
      <sup className={styles.mark}>
        <SourceLink
          source={source}
          {...(!source.masked && { quote })}
          title={`${messages.thread.source(source.title, source.version)}: ${quote}`}
        >
          {at + 1}
        </SourceLink>
      </sup>
    )
  }
  return (
    <div dir="auto" className={tree ? styles.markdown : styles.text}>
      {tree ? shown(tree, mark) : plain(marked, mark)}
    </div>
  )
}
