// Checked by the compiler alone: what a service did not declare does not type-check.
import { chat, event, owner, query } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { z } from 'zod'
import { defineService } from './define.ts'

const thing = owner('thing', {
  queries: { thingFind: query('query.thing.thing.find.v1', z.object({ name: z.string() }), z.array(z.string())) },
  events: { thingMade: event('event.thing.thing.made.v1', z.object({ name: z.string() })) },
})
const other = owner('other', {
  queries: { thingFind: query('query.other.thing.find.v1', z.object({ name: z.string() }), z.array(z.string())) },
  events: { thingMade: event('event.other.thing.made.v1', z.object({ name: z.string() })) },
})

const base = {
  contracts: thing,
  config: z.object({ LIMIT: z.coerce.number().default(3) }),
  uses: ['blobs'] as const,
  collections: { things: collection<{ name: string }>('thing-things') },
  asks: [other] as const,
}

defineService({
  ...base,
  handlers: {
    async thingFind({ name }, context) {
      const limit: number = context.config.LIMIT
      const found: string[] = await context.ask(other.queries.thingFind, { name })
      await context.commit(context.collections.things, name, (current) =>
        current ? undefined : { body: { name }, events: [context.event(thing.events.thingMade, { name })] },
      )
      // @ts-expect-error another service publishes this, though the body fits
      context.event(other.events.thingMade, { name })
      // @ts-expect-error the body misses its name
      context.event(thing.events.thingMade, {})
      // @ts-expect-error the service did not declare that it asks this owner, though the body fits
      await context.ask(thing.queries.thingFind, { name })
      // @ts-expect-error the models were not asked for
      context.models
      return found.slice(0, limit)
    },
  },
  subscriptions: {
    thing: { thingMade: async ({ name }) => void name.length },
    other: { thingMade: { order: 'none', handle: async ({ name }) => void name.length } },
    chat: { messageSent: async ({ message }) => void message.content.length },
  },
})

defineService({
  ...base,
  // @ts-expect-error thingFind has no handler
  handlers: {},
})

defineService({
  ...base,
  handlers: {
    thingFind: async () => [],
    // @ts-expect-error thing has no such contract
    thingLose: async () => {},
  },
})

defineService({
  ...base,
  // @ts-expect-error the reply is not an array of names
  handlers: { thingFind: async () => 'no' },
})

defineService({
  ...base,
  handlers: { thingFind: async () => [] },
  subscriptions: {
    chat: {
      // @ts-expect-error chat has no such event
      messageLost: async () => {},
    },
  },
})

defineService({
  ...base,
  handlers: { thingFind: async () => [] },
  // @ts-expect-error there is no such owner
  subscriptions: { nobody: {} },
})

// @ts-expect-error a query has no such name
chat.queries.conversationLose
