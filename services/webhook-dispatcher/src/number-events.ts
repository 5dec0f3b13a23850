import { collection, type Stored } from '@frontdesk/documents'
import type { Envelope } from '@frontdesk/service'
import type { DispatcherContext } from './context.ts'

/** How many outbound events a conversation or source has had since somebody subscribed, and the numbers of the latest, by their own sequence. */
type NumberingDocument = { last: number; number: number; recent: { sequence: number; number: number }[] }
export const numberings = collection<NumberingDocument>('webhook-dispatcher-numberings')

/** Numbers that are remembered, for events that come again. */
const kept = 50

type Place = Pick<Envelope, 'key' | 'sequence'>

/** The numbering with an event in it; undefined when it has been counted. */
function counting(current: NumberingDocument | undefined, { sequence }: Place): NumberingDocument | undefined {
  if (current && sequence <= current.last) return undefined
  const number = (current?.number ?? 0) + 1
  const recent = [...(current?.recent ?? []), { sequence, number }]
  return { last: sequence, number, recent: recent.slice(-kept) }
}

const numberIn = (numbering: NumberingDocument, { sequence }: Place): number =>
  numbering.recent.find((each) => each.sequence === sequence)?.number ?? numbering.number

/**
 * The place of an event among the outbound ones of its key: without a gap, though notes and changes that nobody outside is
 * told of have places between them. The same event again has the same number, and is not new. `keep` writes it down; what
 * has that number may be written at the same time, for an event of a key comes after all before it, so that whoever counts
 * it finds the same.
 */
export async function numberOf(
  place: Place,
  { tenant, commit, collections }: DispatcherContext,
): Promise<{ number: number; isNew: boolean; keep(): Promise<void> }> {
  const seen: Stored<NumberingDocument> | undefined = await collections.numberings.get(tenant, place.key)
  const next = counting(seen?.body, place)
  const number = numberIn(next ?? seen!.body, place)
  return {
    number,
    isNew: next !== undefined,
    async keep() {
      const stored = await commit(collections.numberings, place.key, (current) => {
        const body = counting(current?.body, place)
        return body && { body }
      })
      if (numberIn(stored!.body, place) !== number) throw new Error(`${place.key} was numbered twice at the same time`)
    },
  }
}
