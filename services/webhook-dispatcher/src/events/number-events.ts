import type { Stored } from '@frontdesk/documents'
import type { Envelope } from '@frontdesk/service'
import type { DispatcherContext } from '../context.ts'
import { byKey } from '../deliveries/delivery-document.ts'
import type { NumberingDocument } from './numbering-document.ts'

/** Numbers that are remembered, for events that come again. Of those before them, the ledger knows. */
const kept = 50

type Place = Pick<Envelope, 'id' | 'key' | 'sequence'>

const numberIn = (numbering: NumberingDocument | undefined, { id }: Place): number | undefined =>
  numbering?.recent.find((each) => each.id === id)?.number

/** The numbering with an event in it that was not counted yet: it is the newest, also when its own place is an earlier one. */
function counting(current: NumberingDocument | undefined, { id, sequence }: Place): NumberingDocument {
  const number = (current?.number ?? 0) + 1
  const recent = [...(current?.recent ?? []), { id, number }].slice(-kept)
  return { ...current, last: Math.max(current?.last ?? 0, sequence), number, recent }
}

/** The number under which an event stands in the ledger. */
async function numberInLedger({ id, key }: Place, { tenant, collections }: DispatcherContext) {
  const { items } = await collections.deliveries.find(tenant, {
    where: { 'event.key': key, 'event.id': id },
    sort: byKey,
    limit: 1,
  })
  return items[0]?.body.event.sequence
}

/**
 * The place of an event among the outbound ones of its key: without a gap, though notes and changes that nobody outside is
 * told of have places between them. The same event again has the same number, and is not new; one that comes for the first
 * time after later ones (a dead letter that is given back) has the next number. `keep` writes it down; what has that number
 * may be written at the same time, for one event of a key is in hand at a time, so that whoever counts it finds the same.
 */
export async function numberOf(
  place: Place,
  context: DispatcherContext,
): Promise<{ number: number; isNew: boolean; keep(): Promise<void> }> {
  const { tenant, commit, collections } = context
  const seen: Stored<NumberingDocument> | undefined = await collections.numberings.get(tenant, place.key)
  const isLate = seen !== undefined && place.sequence <= seen.body.last
  const counted = numberIn(seen?.body, place) ?? (isLate ? await numberInLedger(place, context) : undefined)
  if (counted !== undefined) return { number: counted, isNew: false, keep: async () => {} }
  const { number } = counting(seen?.body, place)
  return {
    number,
    isNew: true,
    async keep() {
      const stored = await commit(collections.numberings, place.key, (current) =>
        numberIn(current?.body, place) === undefined ? { body: counting(current?.body, place) } : undefined,
      )
      if (numberIn(stored!.body, place) !== number) throw new Error(`${place.key} was numbered twice at the same time`)
    },
  }
}

/** Longer than the ledger and the stored events know of a key: nothing of it may come, or go out, any more. */
const retentionMs = 31 * 24 * 3_600_000

/** Of keys that were erased. What is on its way still counts on, so their numbers go a while later. */
export async function expireNumberings(keys: string[], context: DispatcherContext): Promise<void> {
  const { tenant, collections, commit, clock } = context
  const known = keys.length > 0 ? await collections.numberings.getMany(tenant, keys) : []
  for (const { id, body } of known) {
    if (body.forgetAt !== undefined) continue
    await commit(
      collections.numberings,
      id,
      (current) => current && { body: { ...current.body, forgetAt: clock.now() + retentionMs } },
    )
  }
}
