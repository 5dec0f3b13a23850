import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Source } from '../api/wire.ts'
import { linkOf } from '../markdown/parse-markdown.ts'

function SourceItem({ source, number, isMarked }: { source: Source; number: number; isMarked: boolean }) {
  const href = source.url && linkOf(source.url)
  return (
    <li class={isMarked ? 'marked' : ''}>
      <span class="number" aria-hidden="true">
        {number}
      </span>
      <div>
        {href ? (
          <a href={href} target="_blank" rel="noopener nofollow" dir="auto">
            {source.title}
          </a>
        ) : (
          <b dir="auto">{source.title}</b>
        )}
        {source.quote && <blockquote dir="auto">{source.quote}</blockquote>}
      </div>
    </li>
  )
}

/** What an answer rests on, with the words of each source. `marked` is the one that was asked for. */
export function SourceList({ sources, marked }: { sources: Source[]; marked: number }) {
  const list = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    const item = list.current?.children[marked] ?? list.current
    item?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <ol class="sources" ref={list}>
      {sources.map((source, index) => (
        <SourceItem key={index} source={source} number={index + 1} isMarked={index === marked} />
      ))}
    </ol>
  )
}
