import { collection } from '@frontdesk/documents'
import type { Envelope } from '@frontdesk/service'
import type { DispatcherContext } from './context.ts'

/** How many outbound events a conversation or source has had, and the numbers of the latest, by their own sequence. */
type NumberingDocument = { last: number; number: number; recent: { sequence: number; number: number }[] }
export const numberings = collection<NumberingDocument>('webhook-dispatcher-numberings')

/** Numbers that are remembered, for events that come again. */
const kept = 50

/**
 * The place of an event among the outbound ones of its key: without a gap, though notes and changes that nobody outside is
 * told of have places between them. The same event again has the same number.
 */
export async function numberOf(
  { key, sequence }: Pick<Envelope, 'key' | 'sequence'>,
  { commit, collections }: DispatcherContext,
): Promise<number> {
  const stored = await commit(collections.numberings, key, (current) => {
    if (current && sequence <= current.body.last) return undefined
    const number = current ? current.body.number + 1 : sequence
    const recent = [...(current?.body.recent ?? []), { sequence, number }]
    return { body: { last: sequence, number, recent: recent.slice(-kept) } }
  })
  const known = stored!.body.recent.find((each) => each.sequence === sequence)
  return known?.number ?? stored!.body.number
}
