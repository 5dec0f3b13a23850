import {
  type ContradictionKind,
  compareStatements,
  type DocumentContext,
  haveOwnNames,
  mayShareSubject,
  namesModelAlone,
} from './compare-statements.ts'
import type { Statement } from './read-statements.ts'

/** A chunk of another document, with what it states. */
export type CandidateChunk<Place> = { place: Place; statements: Statement[]; context: DocumentContext }
export type Contradicting<Place> = { kind: ContradictionKind; place: Place; statement: Statement }

/**
 * What among the chunks of one other document contradicts a statement: at most one. Nothing does when that document says the
 * same elsewhere (`same`), or several things of the same subject: then it speaks of cases that the words don't tell apart.
 */
export function judgeCandidates<Place>(
  said: Statement,
  own: DocumentContext,
  candidates: CandidateChunk<Place>[],
): Contradicting<Place> | 'same' | undefined {
  const found = new Map<string, Contradicting<Place>>()
  for (const { place, statements, context } of candidates) {
    if (own.language !== context.language && own.language !== null && context.language !== null) continue
    for (const statement of statements) {
      const comparison = compareStatements(said, statement)
      if (comparison === undefined) continue
      if (comparison === 'same') return 'same'
      if (!mayShareSubject(own, context, said, statement)) continue
      const value = `${statement.isNegated} ${statement.values.map(({ low, high }) => `${low} ${high}`).join(' ')}`
      found.set(value, { kind: comparison, place, statement })
    }
  }
  return found.size === 1 ? [...found.values()][0] : undefined
}

/** So many differences, and more than what is the same, make two documents parallel: the same form of two things. */
const parallelFrom = 3

/**
 * Whether what differs between two documents differs because they are about two things: much of one form, little of it the
 * same, and names that only one of them has. A model in the title of one alone needs no more than several differences: two
 * manuals of one maker have most sentences in common.
 */
export const areParallel = (
  { same, different }: { same: number; different: number },
  a: DocumentContext,
  b: DocumentContext,
): boolean => different >= parallelFrom && ((different > same && haveOwnNames(a, b)) || namesModelAlone(a, b))
