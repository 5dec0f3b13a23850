import { newId } from '@frontdesk/contracts'
import type { Collection } from '@frontdesk/documents'
import type { ContactsContext } from '../context.ts'

/** A piece of work: due while `dueAt` (milliseconds since 1970) is there, somebody's until then while `claim` is. */
export type Leased = { claim?: string; dueAt?: number }

const leaseMs = 90_000
/** Asked before each request, which takes 20 s at most, a lease is never older than 30 s + 20 s with one under way. */
const renewAfterMs = 30_000

/** The work is somebody else's by now, or nobody's any more. */
export class LostLease extends Error {
  constructor() {
    super('The work is not this one’s any more.')
    this.name = 'LostLease'
  }
}

/** Work that nobody else does as long as this is held. */
export type Lease<T extends Leased> = {
  /** As it was when it was last written under the lease. */
  readonly body: T
  /** Before each thing that must not be done twice: renews the lease when it is time to. Throws `LostLease`. */
  hold(): Promise<void>
  /** Writes how far the work is, and renews the lease. Throws `LostLease`. */
  advance(decide: (body: T) => T): Promise<void>
  /** Writes what became of it, and gives it up; with a `dueAt` it is due again. False: it is not there any more. */
  end(decide: (body: T) => T): Promise<boolean>
}

/** Takes a piece of work that is due, with a change to it. Undefined: it is not, or somebody has it. */
export async function takeLease<T extends Leased>(
  collection: Collection<T>,
  id: string,
  { commit, clock }: ContactsContext,
  change: (body: T) => T,
): Promise<Lease<T> | undefined> {
  const claim = newId('op')
  let renewAt = 0
  let body!: T
  const held = (decided: T): T => ({ ...decided, claim, dueAt: clock.now() + leaseMs })
  const note = (written: T) => {
    body = written
    renewAt = clock.now() + renewAfterMs
  }
  const advance = async (decide: (body: T) => T) => {
    const stored = await commit(collection, id, (current) => {
      if (current?.body.claim !== claim) throw new LostLease()
      return { body: held(decide(current.body)) }
    })
    note(stored!.body)
  }

  const stored = await commit(collection, id, (current) =>
    current?.body.dueAt === undefined || current.body.dueAt > clock.now()
      ? undefined
      : { body: held(change(current.body)) },
  )
  if (stored?.body.claim !== claim) return undefined
  note(stored.body)
  return {
    get body() {
      return body
    },
    async hold() {
      if (clock.now() >= renewAt) await advance((current) => current)
    },
    advance,
    async end(decide) {
      const after = await commit(collection, id, (current) => {
        if (current?.body.claim !== claim) return undefined
        const { claim: _, dueAt: __, ...rest } = current.body
        return { body: decide(rest as T) }
      })
      return after !== undefined
    },
  }
}
