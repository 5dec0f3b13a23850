import type { Schemas } from '@frontdesk/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  source: Pick<Schemas['AnswerSource'], 'sourceId' | 'version'>
  /** What is marked in the text: a quote, or the place from `start` to `end`. */
  quote?: string
  at?: { start: number; end: number }
  children: ReactNode
  title?: string
}

/** Opens the passage that an answer rests on, in the version that it was taken from: on the page of a PDF, else in its text. */
export const SourceLink = ({ source, quote, at, children, title }: Props) => (
  <Link
    to="/knowledge/$source"
    params={{ source: source.sourceId }}
    search={{
      v: source.version,
      ...(quote && { quote }),
      ...(at && { at: `${at.start}-${at.end}` }),
    }}
    title={title}
  >
    {children}
  </Link>
)
