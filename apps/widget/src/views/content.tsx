import type { ComponentChildren, VNode } from 'preact'
import type { Citation, Format } from '../api/wire.ts'
import type { Inline } from '../markdown/parse-markdown.ts'
import { useMarkdown } from './use-markdown.ts'

type Props = {
  text: string
  format: Format | undefined
  citations?: Citation[] | undefined
  /** The name of a mark for assistive technology. */
  markName?: (source: number) => string
  openSource?: (source: number) => void
}

/** A message's words, with a mark after each sentence that rests on a source. */
export function Content({ text, format, citations = [], markName, openSource }: Props): VNode {
  const parseMarkdown = useMarkdown(format === 'markdown')
  const waiting = [...citations].sort((a, b) => a.end - b.end)

  /** The marks of the sentences that end up to here. The same source twice in a row has one mark. */
  function marksUpTo(end: number): ComponentChildren[] {
    const marks: ComponentChildren[] = []
    while (waiting[0] && waiting[0].end <= end) {
      const { source } = waiting.shift()!
      if (waiting[0]?.source === source && waiting[0].end <= end) continue
      marks.push(
        <button type="button" class="mark" aria-label={markName?.(source)} onClick={() => openSource?.(source)}>
          {source + 1}
        </button>,
      )
    }
    return marks
  }
  function draw(inline: Inline): ComponentChildren {
    if ('children' in inline) {
      const children = inline.children.map(draw)
      if (inline.type === 'strong') return <strong>{children}</strong>
      if (inline.type === 'emphasis') return <em>{children}</em>
      return (
        <a href={inline.href} target="_blank" rel="noopener nofollow">
          {children}
        </a>
      )
    }
    if (inline.type === 'code') return <code>{inline.text}</code>
    const parts: ComponentChildren[] = []
    let from = 0
    for (
      let end = waiting[0]?.end;
      end !== undefined && end <= inline.start + inline.text.length;
      end = waiting[0]?.end
    ) {
      const to = Math.max(from, end - inline.start)
      parts.push(inline.text.slice(from, to), marksUpTo(end))
      from = to
    }
    parts.push(inline.text.slice(from))
    return parts
  }

  if (!parseMarkdown) {
    const plain = draw({ type: 'text', text, start: 0 })
    return (
      <div class="content plain" dir="auto">
        {plain}
        {marksUpTo(Number.POSITIVE_INFINITY)}
      </div>
    )
  }
  const blocks = parseMarkdown(text).map((block) => {
    if (block.type === 'code')
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    if (block.type === 'paragraph')
      return (
        <p dir="auto">
          {block.lines.map((line, index) => [index > 0 && <br />, line.map(draw)])}
          {marksUpTo(block.end)}
        </p>
      )
    const items = block.items.map(({ children, end }) => (
      <li>
        {children.map(draw)}
        {marksUpTo(end)}
      </li>
    ))
    return block.first === undefined ? (
      <ul dir="auto">{items}</ul>
    ) : (
      <ol dir="auto" start={block.first}>
        {items}
      </ol>
    )
  })
  return (
    <div class="content">
      {blocks}
      {marksUpTo(Number.POSITIVE_INFINITY)}
    </div>
  )
}
