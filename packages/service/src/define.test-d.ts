// Checked by the compiler alone: what a service did not declare does not type-check.
import { event, query } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { z } from 'zod'
import { defineService } from './define.ts'

const thingMade = event('event.thing.thing.made.v1', z.object({ name: z.string() }))
const sameShape = event('event.other.thing.made.v1', z.object({ name: z.string() }))
const thingFind = query('query.thing.thing.find.v1', z.object({ name: z.string() }), z.array(z.string()))
const otherFind = query('query.other.thing.find.v1', z.object({ name: z.string() }), z.array(z.string()))

const base = {
  name: 'thing',
  config: z.object({ LIMIT: z.coerce.number().default(3) }),
  uses: ['blobs'] as const,
  collections: { things: collection<{ name: string }>('thing-things') },
  publishes: { thingMade },
  asks: { otherFind },
}

defineService({
  ...base,
  handles: { thingFind },
  handlers: {
    async thingFind({ name }, context) {
      const limit: number = context.config.LIMIT
      const found: string[] = await context.ask(otherFind, { name })
      await context.commit(context.collections.things, name, (current) =>
        current ? undefined : { body: { name }, events: [context.event(thingMade, { name })] },
      )
      // @ts-expect-error the service did not declare that it publishes this, though the body fits
      context.event(sameShape, { name })
      // @ts-expect-error the body misses its name
      context.event(thingMade, {})
      // @ts-expect-error the service did not declare that it asks this, though the body fits
      await context.ask(thingFind, { name })
      // @ts-expect-error the models were not asked for
      context.models
      return found.slice(0, limit)
    },
  },
})

defineService({
  ...base,
  handles: { thingFind },
  // @ts-expect-error thingFind has no handler
  handlers: {},
})

defineService({
  ...base,
  handles: { thingFind },
  // @ts-expect-error the reply is not an array of names
  handlers: { thingFind: async () => 'no' },
})
