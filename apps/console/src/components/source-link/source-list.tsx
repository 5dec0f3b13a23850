import type { Schemas } from '@frontdesk/client'
import { useMessages } from '../../app/language.tsx'
import { SourceLink } from './source-link.tsx'

/** The title and version of a source, which open the passage. */
export function SourceTitle({ source }: { source: Schemas['AnswerSource'] }) {
  const { thread } = useMessages()
  return (
    <SourceLink source={source} {...(!source.masked && { quote: source.quote })}>
      {thread.source(source.title, source.version)}
    </SourceLink>
  )
}

/** What an answer rests on, with its quotes. */
export const SourceList = ({
  sources,
  className,
}: {
  sources: readonly Schemas['AnswerSource'][]
  className?: string | undefined
}) => (
  <ol className={className}>
    {sources.map((source) => (
      <li key={`${source.sourceId}.${source.version}.${source.quote}`}>
        <SourceTitle source={source} />
        <blockquote dir="auto">{source.quote}</blockquote>
      </li>
    ))}
  </ol>
)
