import { Fragment, type ReactNode } from 'react'
import { splitAtMarks } from './citation-marks.ts'

/** Shows the number of a source. */
export type Mark = (source: number) => ReactNode

/** Text with the numbers of its sources. */
export const plain = (text: string, mark: Mark): ReactNode =>
  splitAtMarks(text).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name, and never move
    <Fragment key={i}>{typeof part === 'string' ? part : mark(part)}</Fragment>
  ))
