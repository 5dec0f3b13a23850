import { type Contract, type Event, type Owner, type Owners, owner, owners } from '@frontdesk/contracts'
import type { CollectionDefinition } from '@frontdesk/documents'
import { z } from 'zod'
import type { Context, Handler, Service, Started, Subscription } from '../src/define.ts'
import type { Ports } from '../src/ports.ts'

type Collections = Record<string, CollectionDefinition<any>>
/** What a stand-in may do: ask and publish whatever there is. */
export type StandInContext<D extends Collections = {}, U extends keyof Ports = never> = Context<
  U,
  z.ZodType,
  D,
  Owner,
  readonly Owner[]
>

type Handlers<C, X> = {
  [K in keyof C]?: C[K] extends Event
    ? Handler<C[K], X> | Subscription<C[K], X>
    : C[K] extends Contract
      ? Handler<C[K], X>
      : never
}

/**
 * A service for a test, in the place of those that the service under test talks to: it answers what it has a handler for,
 * of any owner, and may ask and publish what it likes.
 */
export function standIn<const U extends keyof Ports = never, D extends Collections = {}>({
  name,
  uses = [],
  collections = {} as D,
  handlers = {},
  start,
}: {
  /** Whom the service under test takes it for. */
  name: string
  uses?: readonly U[]
  collections?: D
  /** By the names of the owners. */
  handlers?: {
    [Name in keyof Owners]?: Handlers<
      Owners[Name]['queries'] & Owners[Name]['streams'] & Owners[Name]['events'],
      StandInContext<D, U>
    >
  }
  start?(context: StandInContext<D, U>): Promise<Started>
}): Service {
  return {
    name,
    contracts: owner(name, { events: Object.assign({}, ...Object.values(owners).map(({ events }) => events)) }),
    config: z.object({}),
    uses,
    collections,
    asks: [],
    handlers: {},
    subscriptions: handlers,
    ...(start && { start }),
  }
}
