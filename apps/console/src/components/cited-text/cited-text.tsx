import type { Schemas } from '@frontdesk/client'
import { lazy, Suspense, useMemo } from 'react'
import { useMessages } from '../../app/language.tsx'
import { SourceLink } from '../source-link/source-link.tsx'
import { markCitations } from './citation-marks.ts'
import styles from './cited-text.module.css'
import { type Mark, plain } from './marked-text.tsx'

type Props = {
  text: string
  /** Default `text`: shown as it stands. */
  format?: Schemas['MessageFormat']
  citations?: readonly Schemas['Citation'][]
  sources?: readonly Schemas['AnswerSource'][]
}

const AsItStands = ({ text, mark }: { text: string; mark: Mark }) => <p>{plain(text, mark)}</p>

/** No row waits for what reads Markdown: it is loaded beside them, and is there before a conversation is. */
const loading = import('./markdown-text.tsx').then(
  ({ MarkdownText }) => ({ default: MarkdownText }),
  () => ({ default: AsItStands }),
)
const MarkdownText = lazy(() => loading)

/** What a message says, with the number of a source behind each sentence that rests on one, and the quote behind the number. */
export function CitedText({ text, format = 'text', citations, sources = [] }: Props) {
  const messages = useMessages()
  const marked = useMemo(() => markCitations(text, citations ?? [], sources.length), [text, citations, sources.length])
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
  if (format !== 'markdown') {
    return (
      <div dir="auto" className={styles.text}>
        {plain(marked, mark)}
      </div>
    )
  }
  return (
    <div dir="auto" className={styles.markdown}>
      <Suspense fallback={<AsItStands text={marked} mark={mark} />}>
        <MarkdownText text={marked} mark={mark} />
      </Suspense>
    </div>
  )
}
